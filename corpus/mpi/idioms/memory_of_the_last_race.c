/*
 * The last process of a node gives all memory of a shared window. The others find it with MPI_Win_shared_query and MPI_PROC_NULL, which
 * mean the lowest rank that gave any (MPI 4.1, 12.2.3), and store a number each; the last one looks at them.
 *
 * Nothing stands between the stores of the others and the loads of the last process: the barrier comes after both.
 */
//@ expect: error RMA201 A B
//@ twin: memory_of_the_last_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, unit;
    long *own, *all, sum = 0;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    bytes = rank == size - 1 ? size * (MPI_Aint)sizeof(long) : 0;
    MPI_Win_allocate_shared(bytes, sizeof(long), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &all);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank < size - 1)
        all[rank] = rank; //@ A
    if (rank == size - 1)
        for (int i = 0; i < size - 1; i++)
            sum += own[i]; //@ B
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
