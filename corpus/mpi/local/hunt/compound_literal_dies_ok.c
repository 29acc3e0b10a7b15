// A put from a compound literal in a helper that flushes before it returns. A compound literal lives in the
// enclosing block (C17, 6.5.2.5); the put reads its origin until the flush (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: compound_literal_dies_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

static void notify(int v, int to, MPI_Win w)
{
    MPI_Put(&(int){v}, 1, MPI_INT, to, 0, 1, MPI_INT, w);
    MPI_Win_flush_local(to, w);
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

    MPI_Win_lock_all(0, win);
    notify(rank, right, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
