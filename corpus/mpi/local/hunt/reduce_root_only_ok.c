// MPI_Reduce leaves the receive buffer of the other ranks alone, where the put is pending. The receive buffer
// is significant only at the root (MPI 4.1, 6.9.1).
//
//@ expect: none
//@ twin: reduce_root_only_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    long part = rank, sum = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Put(&sum, 1, MPI_LONG, right, 0, 1, MPI_LONG, win);
    }
    MPI_Reduce(&part, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Win_unlock(right, win);
    printf("%ld\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
