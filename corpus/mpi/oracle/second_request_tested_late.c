/*
 * Two receives one after the other through one request variable, each with a loop of tests; the load comes between them.
 *
 * The first message is sent before the put (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: second_request_tested.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, token = 0, value = 1, *mem, done;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Irecv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (done = 0; !done;)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        printf("%d\n", mem[1]); //@ B
        MPI_Irecv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (done = 0; !done;)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
