/*
 * Two branches on the rank, each with its own barrier call.
 *
 * The readers load before their barrier (MPI 4.1, 6.3). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: branches_load_after_barrier.c
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
        for (int r = 1; r < size; r++)
            MPI_Put(&x, 1, MPI_INT, r, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        printf("%d\n", mem[0]); //@ B
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
