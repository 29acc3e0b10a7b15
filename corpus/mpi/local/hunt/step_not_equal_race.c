// A loop with step 2 and `!=` writes an element of the pending get. The get writes the upper half until the
// unlock (MPI 4.1, 12.5.3).
//
//@ expect: error RMA103 A B
//@ twin: step_not_equal_ok.c
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

    int buf[2 * N] = {0}, n = N * 2;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(buf + N, N, MPI_INT, right, 0, N, MPI_INT, win); //@ A
    for (int i = 0; i != n; i += 2)
        buf[i] = i; //@ B
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[N - 1] + buf[N]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
