/*
 * A helper with an early return; its caller reuses the buffer.
 *
 * For n < 4 the helper returns before the flush, and the caller stores into the origin buffer while
 * the put is pending (MPI 4.1, 12.3). The helper's caller closes the epoch only later.
 */
//@ expect: error RMA101 A B
//@ twin: early_return_after_flush.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Win win;

static void publish(const int *data, int n, int peer)
{
    MPI_Put(data, n, MPI_INT, peer, 0, n, MPI_INT, win); //@ A
    if (n < 4)
        return;
    MPI_Win_flush(peer, win);
    printf("large message of %d\n", n);
}

int main(int argc, char **argv)
{
    int rank, size, n, *mem;
    int data[32] = {0};

    MPI_Init(&argc, &argv);
    n = argc < 32 ? argc : 32;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    publish(data, n, (rank + 1) % size);
    data[0] = rank; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
