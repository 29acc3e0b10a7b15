/*
 * Every thread puts to a slot of its own of the right neighbour and flushes; all threads meet at a barrier object; thread 0 synchronises the
 * processes; then every thread reads its slot.
 *
 * A second barrier object comes between the barrier of the processes and the loads, so thread 0's synchronisation orders
 * the puts of the left neighbour before the load of any thread.
 */
//@ expect: none
//@ twin: pthread_barrier_hands_on_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static MPI_Win win;
static long *cells;
static int rank, size, threads;
static pthread_barrier_t together;

static void *work(void *arg)
{
    long t = (long)arg, value = rank;
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, t, 1, MPI_LONG, win);
    MPI_Win_flush_all(win);
    pthread_barrier_wait(&together);
    if (t == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    pthread_barrier_wait(&together);
    printf("%ld\n", cells[t]);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t handle[MOST];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    threads = argc > 1 ? atoi(argv[1]) : 4;
    if (provided < MPI_THREAD_MULTIPLE || threads < 2 || threads > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)(size * threads * sizeof(long)), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    pthread_barrier_init(&together, NULL, (unsigned)threads);
    MPI_Win_lock_all(0, win);
    cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (long t = 0; t < threads; t++)
        pthread_create(&handle[t], NULL, work, (void *)t);
    for (int t = 0; t < threads; t++)
        pthread_join(handle[t], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
