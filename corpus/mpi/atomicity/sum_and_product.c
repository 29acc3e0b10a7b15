/*
 * Ranks 0 and 1 reduce into one cell of the last rank at the same time.
 *
 * One adds, the other multiplies: atomic, but not what accumulate_ops=same_op_no_op promises (MPI 4.1,
 * 12.2.1). Happens with 2 or more processes.
 */
//@ expect: warning RMA302 A B
//@ twin: sum_and_sum.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, three = 3, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 1;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&three, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win); //@ A
    if (rank == 1)
        MPI_Accumulate(&three, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_PROD, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
