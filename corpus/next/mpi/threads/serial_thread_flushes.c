/*
 * Four threads get a part each; the one to which the barrier returns PTHREAD_BARRIER_SERIAL_THREAD completes all of them.
 *
 * One thread gets this value (POSIX.1-2017, pthread_barrier_wait). Its flush comes behind all gets, and before the loads behind the second
 * barrier; a third one comes before the next gets (MPI 4.1, 12.5.4).
 */
//@ expect: none
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define LEN 80

static pthread_barrier_t barrier;
static double parts[4][LEN], sums[4];
static MPI_Win win;

static void *worker(void *arg)
{
    int id = *(int *)arg;
    for (int step = 0; step < 6; step++) {
        MPI_Get(parts[id], LEN, MPI_DOUBLE, 0, id * LEN, LEN, MPI_DOUBLE, win);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            MPI_Win_flush_all(win);
        pthread_barrier_wait(&barrier);
        sums[id] += parts[(id + 1) % 4][0];
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, ids[4];
    double *cells;
    pthread_t threads[4];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(4 * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    pthread_barrier_init(&barrier, NULL, 4);
    for (int i = 0; i < 4; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, worker, &ids[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%g\n", sums[0]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
