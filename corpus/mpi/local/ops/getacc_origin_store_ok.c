// MPI_Get_accumulate under lock_all; the origin buffer is set anew before any completion.
// With MPI_NO_OP the origin buffer is ignored (MPI 4.1, 12.3.4: origin_addr, origin_count and origin_datatype are
// ignored), so its update conflicts with nothing; the result is read only after the flush.
//
//@ expect: none
//@ twin: getacc_origin_store_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    float cell, given = 1.0f, taken = 0.0f;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cell = 0.25f * rank;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get_accumulate(&given, 1, MPI_FLOAT, &taken, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, MPI_NO_OP, win);
        given = 3.0f;
        MPI_Win_flush(1, win);
        printf("%f %f\n", taken, given);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
