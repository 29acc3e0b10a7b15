/* team.toml says how many values log_values reads: the one that the get is still writing among them (MPI 4.1, 12.3). */
//@ expect: error RMA102 GET LOG
//@ twin: log_reads_others.c
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
    MPI_Get(&values[32], 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ GET
    log_values(values, 33); //@ LOG
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
