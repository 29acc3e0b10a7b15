// MPI_Raccumulate with a polling loop.
// The loop ends after a number of polls, too, so the contribution may be changed with flag false (MPI 4.1, 3.7.3).
//
//@ expect: error RMA101 A B
//@ twin: racc_test_loop_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, tries = 0;
    double pot = 0.0, mine = 2.5;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&pot, sizeof pot, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(&mine, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win, &req); //@ A
    while (!flag && tries < 10) {
        MPI_Test(&req, &flag, MPI_STATUS_IGNORE);
        tries++;
    }
    mine = 0.0; //@ B
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    printf("%d: %d tries, %f left\n", rank, tries, mine);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
