// A worker that never waits: what another thread stores later, it may find. Lines marked KEEP may touch window memory.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
    pthread_mutex_t lock;
    double *cell;
    int *done;
};

static void *worker(void *argument)
{
    struct work *work = argument;
    int done = 0;
    while (!done) {
        pthread_mutex_lock(&work->lock);
        double *cell = work->cell;
        done = *work->done;
        pthread_mutex_unlock(&work->lock);
        cell[1] = 2.0; //@ KEEP at first private memory, later the window
    }
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
    int done = 0;
    struct work work = {PTHREAD_MUTEX_INITIALIZER, NULL, &done};
    work.cell = malloc(8 * sizeof(double));
    MPI_Win_fence(0, win);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &work);
    pthread_mutex_lock(&work.lock);
    work.cell = base;
    pthread_mutex_unlock(&work.lock);
    double value = 1.0;
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
    pthread_mutex_lock(&work.lock);
    done = 1;
    pthread_mutex_unlock(&work.lock);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
