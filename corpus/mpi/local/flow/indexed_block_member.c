/*
 * A gather of scattered pairs with an indexed_block type.
 *
 * Blocks of two integers at 0, 5 and 9 (MPI 4.1, 5.1.2: indexed_block): element 10 is written by the
 * pending get and loaded (12.3).
 */
//@ expect: error RMA102 A B
//@ twin: indexed_block_gap.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, where[3] = {0, 5, 9};
    static int mine[6], got[11];
    MPI_Datatype pairs;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 6; ++i)
        mine[i] = 10 * rank + i;
    MPI_Type_create_indexed_block(3, 2, where, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Win_create(mine, sizeof mine, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Get(got, 1, pairs, (rank + 1) % size, 0, 6, MPI_INT, win); //@ A
    int probe = got[10]; //@ B
    MPI_Win_unlock_all(win);
    printf("%d %d\n", probe, got[0]);

    MPI_Type_free(&pairs);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
