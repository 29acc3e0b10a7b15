// One MPI_Rget into each of two variables, completed with MPI_Waitany.
// Only one MPI_Waitany is called, so one of the two may still be pending when both are read (MPI 4.1, 3.7.5).
//
//@ expect: error RMA102 A C
//@ expect: error RMA102 B C
//@ twin: rget_waitany_count_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, which;
    double xy[2] = {0.25, 0.75}, x = 0, y = 0;
    MPI_Request rq[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    xy[0] += rank;
    MPI_Win_create(xy, sizeof xy, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rget(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win, &rq[0]); //@ A
        MPI_Rget(&y, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win, &rq[1]); //@ B
        MPI_Waitany(2, rq, &which, MPI_STATUS_IGNORE);
        printf("%f %f\n", x, y); //@ C
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
