/* As log_reads_result.c, and one value less: those before the result of the get. */
//@ expect: none
//@ twin: log_reads_result.c
#include "team.h"

int main(int argc, char **argv)
{
    static int values[64];
    MPI_Win win;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&rank, sizeof rank, sizeof rank, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&values[32], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    log_values(values, 32);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
