// The profiling names of the interface (PMPI_), as a tool layer would call them.
// The value is printed after PMPI_Win_unlock (MPI 4.1, 15.2 and 12.5.3).
//
//@ expect: none
//@ twin: get_pmpi_names_race.c
#include <mpi.h>
#include <stdio.h>

static void peek(int target, MPI_Win w)
{
    int value = 0;

    PMPI_Win_lock(MPI_LOCK_SHARED, target, 0, w);
    PMPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, w);
    PMPI_Win_unlock(target, w);
    printf("rank %d has %d\n", target, value);
}

int main(int argc, char **argv)
{
    int rank, v;
    MPI_Win w;

    PMPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    v = 3 * rank;
    PMPI_Win_create(&v, sizeof v, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (rank == 0)
        peek(1, w);
    PMPI_Win_free(&w);
    PMPI_Finalize();
    return 0;
}
