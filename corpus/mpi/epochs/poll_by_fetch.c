/*
 * Figure 2.13 of the thesis: rank 0 writes a flag of rank 1, which polls it and lets the library make
 * progress.
 *
 * The flag is written and polled by accumulate-class calls of one type (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: poll_by_load.c
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
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        while (sign == 0) {
            MPI_Fetch_and_op(NULL, &sign, MPI_INT, 1, 0, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
            asked++;
        }
        printf("asked %d times\n", asked);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
