// The profiling names of the interface (PMPI_), as a tool layer would call them.
// The value is printed before PMPI_Win_unlock; the shifted names have the same semantics (MPI 4.1, 15.2 and 12.3).
//
//@ expect: error RMA102 A B
//@ twin: get_pmpi_names_ok.c
#include <mpi.h>
#include <stdio.h>

static void peek(int target, MPI_Win w)
{
    int value = 0;

    PMPI_Win_lock(MPI_LOCK_SHARED, target, 0, w);
    PMPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, w); //@ A
    printf("rank %d has %d\n", target, value); //@ B
    PMPI_Win_unlock(target, w);
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
