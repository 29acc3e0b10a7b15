/*
 * Figure 4c of the paper on RMA-Analyzer: ranks 0 and 2 put into one location of rank 1 inside lock_all.
 *
 * Nothing orders the two puts (MPI 4.1, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: all_origins_barrier_between.c
#include <mpi.h>
#include <stdio.h>

struct origin {
    int rank;
    long value;
};

static void after_all(MPI_Win win)
{
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct origin me = {0, 1234};
    int size;
    long *x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (me.rank == 0)
        MPI_Put(&me.value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); //@ A
    if (me.rank == 2)
        MPI_Put(&me.value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); //@ B
    after_all(win);
    MPI_Win_unlock_all(win);
    if (me.rank == 1)
        printf("%ld\n", x[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
