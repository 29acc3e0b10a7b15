/*
 * Rank 0 meets three barriers in a loop and puts before the last one; the others have three calls in a row.
 *
 * The others load after the third barrier.
 */
//@ expect: none
//@ twin: third_barrier_load_before.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            if (i == 2 && size > 1) {
                MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
                MPI_Win_flush(1, win);
            }
            MPI_Barrier(MPI_COMM_WORLD);
        }
    } else {
        mem[0] = 5;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("%d\n", mem[0]);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
