/* A flush inside a fence epoch: it belongs to passive target and completes nothing here (MPI 4.1, 12.5.4: the flush calls are for
 * passive target epochs only). The put is complete at the closing fence, after the store to its buffer.
 * Only rank 0 puts, into rank 1's window, and nobody looks at the window before the closing fence. */
//@ expect: error RMA101 A B
//@ expect: error RMA503 C C
//@ twin: put_lock_epoch_flush_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value = 3, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(1, win); //@ C
        value = 4; //@ B
    }
    MPI_Win_fence(0, win);
    printf("%d: %d\n", rank, value);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
