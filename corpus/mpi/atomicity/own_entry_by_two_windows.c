/*
 * Every process adds to an entry of its own at rank 0, and replaces it, by way of another window on the same memory.
 *
 * The order of accumulate operations is one of operations on the same window (MPI 4.1, 12.7.2): these two are concurrent, with
 * different operators (12.2.1, same_op_no_op).
 */
//@ expect: warning RMA302 A B
//@ twin: own_entry_by_one_window.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, seven = 7, *table;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Alloc_mem((MPI_Aint)sizeof(int) * size, MPI_INFO_NULL, &table);
    for (int i = 0; i < size; i++)
        table[i] = 0;
    MPI_Win_create(table, (MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(table, (MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);

    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, other);
    MPI_Accumulate(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_SUM, win); //@ A
    MPI_Accumulate(&seven, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_REPLACE, other); //@ B
    MPI_Win_unlock_all(other);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", table[0]);

    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Free_mem(table);
    MPI_Finalize();
    return 0;
}
