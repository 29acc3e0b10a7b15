/*
 * The first process to find a cell of rank 0 free takes it; the last rank gives it back.
 *
 * It gives back by an accumulate of the same type (MPI 4.1, 12.3.4, 12.7.1).
 */
//@ expect: none
//@ twin: cas_and_put.c
#include <mpi.h>
#include <stdio.h>

enum { FREE = -1 };

int main(int argc, char **argv)
{
    int rank, size, nobody = FREE, holder = 0, *seat;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &seat, &win);
    seat[0] = size - 1;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == size - 1) {
        MPI_Accumulate(&nobody, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    } else {
        do {
            MPI_Compare_and_swap(&rank, &nobody, &holder, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (holder == size - 1);
    }
    MPI_Win_unlock_all(win);
    printf("%d found %d\n", rank, holder);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
