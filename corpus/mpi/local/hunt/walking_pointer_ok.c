// A pointer walks over the buffer and stops before the first element of the pending get. The get writes the
// upper half until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: walking_pointer_race.c
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

    int buf[2 * N];
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(buf + N, N, MPI_INT, right, 0, N, MPI_INT, win);
    for (int *p = buf; p != buf + N; p++)
        *p = 1;
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[N - 1] + buf[N]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
