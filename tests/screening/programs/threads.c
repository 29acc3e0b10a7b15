// A pointer that one thread sets while another runs. Lines marked KEEP touch window memory.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
    pthread_mutex_t lock;
    pthread_cond_t ready;
    int stage;
    double *cell;
};

static struct work work = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, NULL};

static void *worker(void *argument)
{
    double *own = argument;
    pthread_mutex_lock(&work.lock);
    while (work.stage == 0)
        pthread_cond_wait(&work.ready, &work.lock);
    double *cell = work.cell;
    pthread_mutex_unlock(&work.lock);
    cell[1] = 2.0; //@ KEEP the window, set after this thread was made
    own[0] = 1.0;
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *scratch = malloc(8 * sizeof(double));
    work.cell = scratch;
    MPI_Win_fence(0, win);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, scratch);
    pthread_mutex_lock(&work.lock);
    work.cell = base;
    work.stage = 1;
    pthread_cond_signal(&work.ready);
    pthread_mutex_unlock(&work.lock);
    double value = 1.0;
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
