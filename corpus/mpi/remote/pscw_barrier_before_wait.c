/*
 * A ring: each process puts into its right neighbour by post-start-complete-wait, and meets all others in a barrier. Then it puts into
 * the same cell once more, by another window over the same memory, under a lock.
 *
 * The complete says that the first put is complete at its origin; at its target it is when that has waited (MPI 4.1, 12.5.2), which comes
 * behind the barrier. Two puts of one process into one cell are in no order (12.7.1). From 2 processes on; with 1 a process
 * puts into itself.
 */
//@ expect: error RMA203 A B
//@ twin: pscw_barrier_after_wait.c
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
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Group_incl(all, 1, &right, &to);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &active);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &passive);

    MPI_Win_post(from, 0, active);
    MPI_Win_start(to, 0, active);
    MPI_Put(&values[0], 1, MPI_INT, right, 0, 1, MPI_INT, active); //@ A
    MPI_Win_complete(active);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, passive);
    MPI_Put(&values[1], 1, MPI_INT, right, 0, 1, MPI_INT, passive); //@ B
    MPI_Win_unlock(right, passive);
    MPI_Win_wait(active);

    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&active);
    MPI_Win_free(&passive);
    MPI_Finalize();
    return 0;
}
