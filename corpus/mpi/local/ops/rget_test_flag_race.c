// MPI_Rget, then one MPI_Test on its request.
// The value is used whatever the flag says; with flag false the operation is not complete (MPI 4.1, 3.7.3, 12.3.5).
//
//@ expect: error RMA102 A B
//@ twin: rget_test_flag_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, flag = 0;
    double src, dst = 0.0;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    src = 0.5 + rank;
    MPI_Win_create(&src, sizeof src, sizeof src, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rget(&dst, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win, &req); //@ A
        MPI_Test(&req, &flag, MPI_STATUS_IGNORE);
        printf("value %f\n", dst); //@ B
        if (!flag)
            MPI_Wait(&req, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
