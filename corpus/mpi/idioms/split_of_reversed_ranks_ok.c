// A communicator with the ranks in reverse order: its scan lets each process wait for those of higher rank in the world (MPI 4.1, 7.4.2, 6.11).
// Rank 1 completes its put before the scan, rank 0 reads behind it.
//
//@ expect: none
//@ twin: split_of_reversed_ranks_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, before = 0;
    double *memory, value = 1.0;
    MPI_Win win;
    MPI_Comm reversed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush_all(win);
    MPI_Exscan(&one, &before, 1, MPI_INT, MPI_SUM, reversed);
    if (rank == 0)
        value = memory[0];
    MPI_Win_unlock_all(win);
    MPI_Comm_free(&reversed);
    MPI_Win_free(&win);
    MPI_Finalize();
    return value < 0.0;
}
