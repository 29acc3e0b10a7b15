// A persistent send started in a loop from one buffer.
// The buffer is filled after MPI_Wait: the request is inactive and the buffer free until the next MPI_Start
// (MPI 4.1, 3.9).
//
//@ expect: none
//@ twin: persistent_send_store_race.c
#include <mpi.h>
#include <stdio.h>

#define ROUNDS 3

int main(int argc, char **argv)
{
    int rank, cell = 0;
    MPI_Request ps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&cell, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &ps);
        for (int r = 0; r < ROUNDS; r++) {
            MPI_Start(&ps);
            MPI_Wait(&ps, MPI_STATUS_IGNORE);
            cell = r + 1;
        }
        MPI_Request_free(&ps);
    } else if (rank == 1) {
        for (int r = 0; r < ROUNDS; r++)
            MPI_Recv(&cell, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("%d: %d\n", rank, cell);
    MPI_Finalize();
    return 0;
}
