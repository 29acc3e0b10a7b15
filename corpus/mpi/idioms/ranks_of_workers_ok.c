// All processes but the first are workers. The first one addresses a worker by its rank in the group of workers, which the program translates
// (MPI 4.1, 7.3.1): worker 1 is process 2, to which nobody else puts.
//
//@ expect: none
//@ twin: ranks_of_workers_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, first = 0, worker = 1, target;
    double *memory, value;
    MPI_Win win;
    MPI_Group all, workers;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &first, &workers);
    MPI_Group_translate_ranks(workers, 1, &worker, all, &target);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    value = rank;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
    if (rank == size - 1)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Group_free(&workers);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
