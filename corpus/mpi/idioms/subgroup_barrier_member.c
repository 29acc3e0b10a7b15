/*
 * A communicator of all processes but rank 0 has a barrier; one process puts into rank 2, which reads after the barrier.
 *
 * Rank 1, which puts, is a member, and flushes before the barrier (MPI 4.1, 7.4.2, 6.3, 12.5.4).
 */
//@ expect: none
//@ twin: subgroup_barrier_outsider.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, outsider = 0, value = 8;
    MPI_Win win;
    MPI_Group all, workers;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &outsider, &workers);
    MPI_Comm_create(MPI_COMM_WORLD, workers, &comm);

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(2, win);
    }
    if (comm != MPI_COMM_NULL)
        MPI_Barrier(comm);
    if (rank == 2)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&workers);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
