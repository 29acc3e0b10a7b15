/*
 * All processes put a slot into the window of rank 0, flush, and reduce a sum; then rank 0 reads the slots.
 *
 * The root of the reduction is the last rank. Only the root has heard from all; rank 0 need not (MPI 4.1,
 * 6.1, 6.9.1). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: reduce_to_reader.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, one = 1, count = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
    MPI_Win_flush(0, win);
    MPI_Reduce(&one, &count, 1, MPI_INT, MPI_SUM, size - 1, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < size; i++)
            count += mem[i]; //@ B
        printf("%d\n", count);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
