/*
 * The main thread passes a barrier and tells a thread that it has made before, by a semaphore.
 *
 * The puts are complete before the barrier; the thread loads behind the semaphore, which comes behind the barrier (MPI 4.1, 12.5.4,
 * 6.4; POSIX.1-2017, sem_post).
 */
//@ expect: none
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t passed;
static double *cells;

static void *reader(void *arg)
{
    sem_wait(&passed);
    printf("%g\n", cells[0]);
    return arg;
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    double block[64] = {0};
    pthread_t thread;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    sem_init(&passed, 0, 0);
    pthread_create(&thread, NULL, reader, NULL);
    MPI_Win_lock_all(0, win);
    MPI_Put(block, 64, MPI_DOUBLE, (rank + 1) % size, 0, 64, MPI_DOUBLE, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    sem_post(&passed);
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
