// A try-lock on rank 0 built from MPI_Compare_and_swap.
// The result is tested before the flush that completes the operation (MPI 4.1, 12.3: not to be accessed before).
//
//@ expect: error RMA102 A B
//@ twin: cas_result_poll_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, owner = -1, free_mark = -1, previous = -2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&owner, sizeof owner, sizeof owner, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&rank, &free_mark, &previous, MPI_INT, 0, 0, win); //@ A
    if (previous == -1) //@ B
        puts("took it");
    MPI_Win_flush(0, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
