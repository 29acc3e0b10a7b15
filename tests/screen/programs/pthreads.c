// A thread beside main. SHARED: both may touch it, no operation does. OWN: one of them alone. WINDOW: in an open pair with an operation.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct work {
    pthread_mutex_t lock;
    int stage;
    double *cells;
};

static struct work work = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};
static double result;

static void *worker(void *argument)
{
    double *mine = argument;
    double *own = malloc(8 * sizeof *own);
    for (int i = 0; i < 8; i++)
        own[i] = i; //@ OWN
    for (int i = 0; i < 8; i++)
        mine[i] = own[i]; //@ SHARED
    pthread_mutex_lock(&work.lock);
    work.stage++; //@ SHARED
    pthread_mutex_unlock(&work.lock);
    result = 1.0; //@ SHARED
    free(own);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base, *cells = calloc(8, sizeof *cells), *mine = malloc(8 * sizeof *mine);
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, cells);
    for (int i = 0; i < 8; i++)
        mine[i] = i; //@ OWN
    cells[3] = 2.0; //@ SHARED
    result = mine[2]; //@ SHARED
    pthread_mutex_lock(&work.lock);
    work.stage++; //@ SHARED
    pthread_mutex_unlock(&work.lock);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 1, 1, MPI_DOUBLE, win);
    base[1] = 2.0; //@ WINDOW
    MPI_Win_fence(0, win);
    printf("%d: %g %d\n", rank, result, work.stage);
    MPI_Win_free(&win);
    free(cells);
    free(mine);
    MPI_Finalize();
    return 0;
}
