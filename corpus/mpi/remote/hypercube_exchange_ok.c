// In turn k each process exchanges a value with the process whose rank differs in bit k, in cell k of the partner.
// Race-free: only the partner of turn k writes cell k; the flush completes the put at the partner, and the message of the same turn tells
// the partner so before it reads the cell (MPI 4.1, 12.5.4, 12.7).
//
//@ expect: none
//@ twin: hypercube_exchange_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double *cells, value;
    int me, size, k = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size & (size - 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(32 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    value = me;
    for (int mask = 1; mask < size; mask <<= 1, k++) {
        int partner = me ^ mask;
        char told = 0, heard;
        MPI_Put(&value, 1, MPI_DOUBLE, partner, k, 1, MPI_DOUBLE, win);
        MPI_Win_flush(partner, win);
        MPI_Sendrecv(&told, 1, MPI_CHAR, partner, k, &heard, 1, MPI_CHAR, partner, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        value += cells[k];
    }
    MPI_Win_unlock_all(win);
    printf("%g\n", value);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
