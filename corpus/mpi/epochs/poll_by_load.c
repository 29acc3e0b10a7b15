/*
 * Figure 2.13 of the thesis: rank 0 writes a flag of rank 1, which polls it and lets the library make
 * progress.
 *
 * Rank 1 polls by plain loads of the cell that the put writes: defined in the unified model, fragile, and
 * undefined elsewhere (MPI 4.1, 12.4, 12.7). Happens with 2 or more processes.
 */
//@ expect: warning RMA506 A B
//@ twin: poll_by_fetch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, sign = 0, asked = 0, *flag;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
    *flag = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        while (*(volatile int *)flag == 0) { //@ B
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &sign, MPI_STATUS_IGNORE);
            asked++;
        }
        printf("asked %d times\n", asked);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
