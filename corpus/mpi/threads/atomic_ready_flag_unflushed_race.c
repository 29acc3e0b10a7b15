/*
 * A thread spins on an atomic flag and then puts the buffer; the main thread fills the buffer and raises the flag. The thread is joined, the
 * processes synchronise and read.
 *
 * Nobody completes the put before the barrier: the load of the target meets it (MPI 4.1, 12.5.4 and 12.7). Happens with any number of processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: atomic_ready_flag.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define N 8

static MPI_Win win;
static int right, buf[N];
static atomic_int ready;

static void *sender(void *unused)
{
    while (!atomic_load(&ready))
        ;
    MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win); //@ PUT
    return unused;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        buf[i] = rank + i;
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]); //@ LOAD

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
