// MPI_Reduce writes its receive buffer at the root, where a put from it is pending. The receive buffer is
// significant only at the root (MPI 4.1, 6.9.1).
//
//@ expect: error RMA101 A B
//@ twin: reduce_root_only_ok.c
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
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Put(&sum, 1, MPI_LONG, right, 0, 1, MPI_LONG, win); //@ A
    }
    MPI_Reduce(&part, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD); //@ B
    if (rank == 0)
        MPI_Win_unlock(right, win);
    printf("%ld\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
