// A function changes its own copy of the struct, which a pending put reads. A parameter passed by value is a
// copy (C17, 6.5.2.2); a put reads its origin until the unlock.
//
//@ expect: none
//@ twin: byval_copy_changed_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

struct big {
    int v[N];
};

__attribute__((noinline)) static int scaled(struct big b)
{
    b.v[3] = b.v[2] + 1;
    return b.v[0] + b.v[3];
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
    MPI_Put(b.v, N, MPI_INT, right, 0, N, MPI_INT, win);
    int s = scaled(b);
    MPI_Win_unlock(right, win);
    printf("%d %d\n", s, b.v[3]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
