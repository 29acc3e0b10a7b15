/*
 * One scalar is reused for each message of a loop.
 *
 * The flush stands behind the loop. From the second iteration on, the assignment changes the origin
 * buffer of the put of the iteration before (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: loop_flush_each_iteration.c
#include <mpi.h>

int main(int argc, char *argv[])
{
    int me, np, i, *hist, sample;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &hist, &win);

    int to = (me + np - 1) % np;
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    for (i = 0; i < 100; i++) {
        sample = (i * 37 + me) % 101; //@ B
        MPI_Put(&sample, 1, MPI_INT, to, i, 1, MPI_INT, win); //@ A
    }
    MPI_Win_flush_local(to, win);
    MPI_Win_unlock(to, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
