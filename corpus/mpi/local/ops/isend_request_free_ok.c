// A nonblocking send whose request is given up or waited for before the buffer is reused.
// MPI_Wait completes the send (MPI 4.1, 3.7.3).
//
//@ expect: none
//@ twin: isend_request_free_race.c
#include <mpi.h>
#include <stdio.h>

struct packet {
    int seq;
    char text[60];
};

static struct packet pk = {1, "payload"};

int main(int argc, char **argv)
{
    int rank;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&pk, sizeof pk, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &req);
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        pk.seq = 2;
        printf("%d %s\n", pk.seq, pk.text);
    } else if (rank == 1) {
        MPI_Recv(&pk, sizeof pk, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
