/*
 * A persistent receive that the odd ranks make and rank 1 starts: what it receives comes after a put to its window.
 *
 * Where the request is started it has been made, because 1 is odd. The put is complete at its target when rank 0 sends, and the store comes
 * after the receive (MPI 4.1, 3.9 and 12.5.3).
 */
//@ expect: none
//@ twin: persistent_receive_started_late.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, token = 0, value = 1, *mem;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Send(&token, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        if (rank % 2 == 1)
            MPI_Recv_init(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
        if (rank == 1) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            *mem = 3;
            MPI_Request_free(&request);
        }
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
