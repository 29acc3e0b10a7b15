// Two locks, on rank 1 and on rank 2; the put goes to rank 2.
// The unlock of rank 1 completes only the operations to rank 1 (MPI 4.1, 12.5.3); the put to rank 2 is pending when
// its buffer is written.
//
//@ expect: error RMA101 A B
//@ twin: put_unlock_wrong_rank_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x = 31, cell = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3) {
        fprintf(stderr, "three ranks, please\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(1, win);
        x = 32; //@ B
        MPI_Win_unlock(2, win);
        printf("%d\n", x);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
