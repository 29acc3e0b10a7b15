/*
 * Rank 0 puts to rank 1, flushes, and enters a barrier; the others enter it in one iteration of a worksharing loop, and rank 1 reads.
 *
 * The load stands in another iteration of the same loop, which may come before the one with the barrier.
 */
//@ expect: error RMA201 A B
//@ twin: barrier_in_one_iteration.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *cell;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&size, 1, MPI_INT, 1 % size, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(1 % size, win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        int seen = 0;
        #pragma omp parallel for num_threads(2)
        for (int i = 0; i < 2; i++)
            if (i == 1)
                MPI_Barrier(MPI_COMM_WORLD);
            else
                seen = *cell; //@ B
        printf("%d\n", seen);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
