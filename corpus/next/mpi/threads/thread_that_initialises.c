/*
 * A thread of the program initialises MPI for one thread (MPI_THREAD_FUNNELED), and makes all calls of MPI.
 *
 * The main thread of MPI is the one that has initialised it (MPI 4.1, 11.6.2).
 */
//@ expect: none
#include <mpi.h>
#include <pthread.h>

static void *communicates(void *arg)
{
    int provided, rank, size;
    double *cells, block[8] = {0};
    MPI_Win win;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided >= MPI_THREAD_FUNNELED) {
        MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
        MPI_Win_fence(0, win);
        MPI_Put(block, 8, MPI_DOUBLE, (rank + 1) % size, 0, 8, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, communicates, NULL);
    pthread_join(thread, NULL);
    return 0;
}
