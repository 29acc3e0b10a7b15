/*
 * A ring: each process puts into its left neighbour by post-start-complete-wait. Behind its own wait rank 0 puts into the same cell of
 * rank 1, by another window over the same memory, under an exclusive lock.
 *
 * Rank 0 has waited for rank 1, which need not have waited for rank 2 (MPI 4.1, 12.5.2). With two processes both puts are rank 0's, and
 * the first is complete when rank 1 has waited, of which rank 0 hears nothing. From 2 processes on.
 */
//@ expect: error RMA203 A B
//@ twin: pscw_then_lock_barrier.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, cells[2] = {0}, values[2] = {3, 4};
    MPI_Win active, passive;
    MPI_Group all, from, to;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Group_incl(all, 1, &right, &from);
    MPI_Group_incl(all, 1, &left, &to);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &active);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &passive);

    MPI_Win_post(from, 0, active);
    MPI_Win_start(to, 0, active);
    MPI_Put(&values[0], 1, MPI_INT, left, 0, 1, MPI_INT, active); //@ A
    MPI_Win_complete(active);
    MPI_Win_wait(active);

    if (rank == 0 && size > 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, passive);
        MPI_Put(&values[1], 1, MPI_INT, 1, 0, 1, MPI_INT, passive); //@ B
        MPI_Win_unlock(1, passive);
    }

    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&active);
    MPI_Win_free(&passive);
    MPI_Finalize();
    return 0;
}
