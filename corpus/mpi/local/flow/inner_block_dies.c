/*
 * The origin buffer is declared in an inner block.
 *
 * The lifetime of the variable ends at the end of the block (C17, 6.2.4), but the put is completed
 * only by the unlock behind it (MPI 4.1, 12.5.3). The compiler may reuse the memory.
 */
//@ expect: error RMA401 A A
//@ twin: inner_block_flushed.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int peer = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    if (rank > 0) {
        int notice = rank * 2;
        MPI_Put(&notice, 1, MPI_INT, peer, 0, 1, MPI_INT, win); //@ A
    }
    printf("rank %d goes on\n", rank);
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
