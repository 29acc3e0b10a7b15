/*
 * Completion by MPI_Test.
 *
 * The loop is left only when MPI_Test has returned flag != 0, which completes the Rput at the origin
 * (MPI 4.1, 3.7.3 and 12.3.5).
 */
//@ expect: none
//@ twin: test_once.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, flag = 0, token, *mem;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    token = rank;
    MPI_Rput(&token, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &req);
    while (!flag)
        MPI_Test(&req, &flag, MPI_STATUS_IGNORE);
    token = -1;
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
