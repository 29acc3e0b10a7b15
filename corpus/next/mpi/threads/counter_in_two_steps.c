/*
 * Threads take the number of the next job from a counter, and put the block of the job.
 *
 * They load the counter and store one more, in two steps, so two of them may take one job (C11, 5.1.2.4; MPI 4.1, 12.7). Happens with any
 * number of processes.
 */
//@ expect: error RMA101 A B
//@ twin: counter_in_one_step.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

#define JOBS 40
#define LEN 50

static atomic_int next;
static double blocks[JOBS][LEN];
static int to;
static MPI_Win win;

static void *worker(void *arg)
{
    for (;;) {
        int job = atomic_load(&next);
        atomic_store(&next, job + 1);
        if (job >= JOBS)
            return arg;
        for (int i = 0; i < LEN; i++)
            blocks[job][i] = i; //@ B
        MPI_Put(blocks[job], LEN, MPI_DOUBLE, to, job * LEN, LEN, MPI_DOUBLE, win); //@ A
        MPI_Win_flush_local(to, win);
    }
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    double *cells;
    pthread_t threads[3];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    to = (rank + 1) % size;
    MPI_Win_allocate(JOBS * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
