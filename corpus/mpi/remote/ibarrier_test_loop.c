/*
 * A nonblocking barrier that is asked with MPI_Test.
 *
 * It is asked until the flag is true (MPI 4.1, 3.7.3, 6.12.1).
 */
//@ expect: none
//@ twin: ibarrier_test_once.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Request req;
    int x, done = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Ibarrier(MPI_COMM_WORLD, &req);
    while (!done)
        MPI_Test(&req, &done, MPI_STATUS_IGNORE);
    printf("%d\n", mem[0]);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
