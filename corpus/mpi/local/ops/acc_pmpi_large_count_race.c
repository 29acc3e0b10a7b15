// The profiling name of the large-count accumulate (PMPI_Accumulate_c). With an MPI 3 header the name falls back to
// PMPI_Accumulate, for which the same holds.
// The vector is cleared before PMPI_Win_unlock_all (MPI 4.1, 12.3 and 15.2).
//
//@ expect: error RMA101 A B
//@ twin: acc_pmpi_large_count_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#if MPI_VERSION < 4
#define PMPI_Accumulate_c PMPI_Accumulate
#endif

int main(int argc, char **argv)
{
    int rank;
    int acc[64] = {0}, vec[64];
    MPI_Count n = 64;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 64; i++)
        vec[i] = rank + i;
    MPI_Win_create(acc, sizeof acc, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    PMPI_Win_lock_all(0, win);
    PMPI_Accumulate_c(vec, n, MPI_INT, 0, 0, n, MPI_INT, MPI_SUM, win); //@ A
    memset(vec, 0, sizeof vec); //@ B
    PMPI_Win_unlock_all(win);

    printf("%d: %d\n", rank, vec[63]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
