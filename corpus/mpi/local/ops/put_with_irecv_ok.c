// Rank 0 puts the received halo line on to rank 1 while the next receive is posted.
// The receive is posted into a second line (double buffering): the buffers are disjoint.
//
//@ expect: none
//@ twin: put_with_irecv_race.c
#include <mpi.h>
#include <stdio.h>

#define W 32

int main(int argc, char **argv)
{
    int rank;
    double line[2][W] = {{0}}, dest[W];
    MPI_Win win;
    MPI_Request rr = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(dest, sizeof dest, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(line[0], W, MPI_DOUBLE, 1, 0, W, MPI_DOUBLE, win);
        MPI_Irecv(line[1], W, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD, &rr);
        MPI_Win_flush(1, win);
        MPI_Wait(&rr, MPI_STATUS_IGNORE);
        printf("%f\n", line[0][0] + line[1][0]);
    } else if (rank == 1) {
        line[0][0] = 4.0;
        MPI_Send(line[0], W, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
