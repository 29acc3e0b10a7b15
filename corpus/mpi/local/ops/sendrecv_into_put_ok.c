// A put of a line towards rank 1 followed by an ordinary exchange of lines.
// MPI_Sendrecv receives into another line and only reads the put's line (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: sendrecv_into_put_race.c
#include <mpi.h>
#include <stdio.h>

#define NX 16

static double mine[NX], other[NX], deposit[NX];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int up = (rank + 1) % size, down = (rank + size - 1) % size;
    for (int i = 0; i < NX; i++)
        mine[i] = rank + i / 16.0;
    MPI_Win_create(deposit, sizeof deposit, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, up, 0, win);
    MPI_Put(mine, NX, MPI_DOUBLE, up, 0, NX, MPI_DOUBLE, win);
    MPI_Sendrecv(mine, NX, MPI_DOUBLE, down, 4, other, NX, MPI_DOUBLE, up, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock(up, win);

    printf("%d: %f %f\n", rank, mine[0], other[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
