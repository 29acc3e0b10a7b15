// The number of elements sent is a parameter below an index of the store. With two elements or more the put
// reads element 1 (MPI 4.1, 12.3.1).
//
//@ expect: none
//@ twin: count_from_argument_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

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

    int buf[N + 1] = {0}, n = argc > 1 ? atoi(argv[1]) : 1;
    if (n < 1 || n > N)
        n = N;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(buf, n, MPI_INT, right, 0, n, MPI_INT, win);
    buf[n] = 1;
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[1] + buf[n]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
