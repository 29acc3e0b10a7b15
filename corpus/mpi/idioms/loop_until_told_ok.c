// All processes repeat until the first one tells them by messages that the numbers are good enough.
// Race-free: they load their cell before the messages; the next put comes behind them, and the put of this turn before the barrier (MPI 4.1, 12.5.4, 12.7).
//
//@ expect: none
//@ twin: loop_until_told_race.c
#include <math.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, stop = 0;
    double *cell, value = 1, sum = 0, error = 1, largest = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[0] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    while (!stop) {
        MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
        MPI_Win_flush((rank + 1) % size, win);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += cell[0];
        error = fabs(sum - value);
        value = 0.5 * sum;
        MPI_Reduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            stop = largest < 1e-6;
            for (int r = 1; r < size; r++)
                MPI_Send(&stop, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(&stop, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
