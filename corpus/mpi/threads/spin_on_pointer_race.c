/*
 * A sending thread spins on an atomic pointer until the main thread has published a buffer, then puts the buffer. The main thread fills it,
 * publishes it, joins the thread and clears the buffer.
 *
 * The buffer is cleared before the join: the put may still read it (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT CLEAR
//@ twin: spin_on_pointer.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define N 8

static MPI_Win win;
static int right, buf[N];
static int *_Atomic published;

static void *sender(void *unused)
{
    int *data;
    while (!(data = atomic_load(&published)))
        ;
    MPI_Put(data, N, MPI_INT, right, 0, N, MPI_INT, win); //@ PUT
    MPI_Win_flush(right, win);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided, rank, size, *mem;
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
    atomic_store(&published, buf);
    buf[0] = 0; //@ CLEAR
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0] + buf[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
