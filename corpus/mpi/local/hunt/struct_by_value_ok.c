// The struct is passed by value after the unlock. Passing by value reads the whole struct.
//
//@ expect: none
//@ twin: struct_by_value_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

struct big {
    int v[N];
};

__attribute__((noinline)) static int total(struct big b)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s += b.v[i];
    return s;
}

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

    struct big b = {{0}};
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(b.v, N, MPI_INT, right, 0, N, MPI_INT, win);
    MPI_Win_unlock(right, win);
    int s = total(b);
    printf("%d\n", s);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
