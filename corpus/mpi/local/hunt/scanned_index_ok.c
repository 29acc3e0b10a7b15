// The index of the store is read from the input and moved behind the sent part. The put reads its origin
// until the unlock (MPI 4.1, 12.5.3). Whether it happens depends on a value read at run time.
//
//@ expect: none
//@ twin: scanned_index_race.c
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
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int buf[2 * N] = {0}, at = 0;
    if (scanf("%d", &at) != 1 || at < 0 || at >= N)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win);
    buf[at + N] = 1;
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
