/*
 * The buffer is reached through a table of row pointers.
 *
 * Both uses go through table[1], so the load reads the result buffer of a pending get (MPI 4.1, 12.3).
 */
//@ expect: error RMA102 A B
//@ twin: pointer_pointer_other.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int row0[3] = {1, 2, 3}, row1[3] = {4, 5, 6}, own[3], rank, size;
    int *table[2] = {row0, row1};
    int **cursor = table;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own[0] = own[1] = own[2] = rank;
    MPI_Win_create(own, sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    cursor++;
    MPI_Get(*cursor, 3, MPI_INT, (rank + 1) % size, 0, 3, MPI_INT, win); //@ A
    printf("%d\n", table[1][2]); //@ B
    MPI_Win_flush_all(win);
    printf("%d\n", row1[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
