/*
 * A loop of request-based puts into one cell of the right neighbour.
 *
 * A flush after each wait completes the put at the target (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: rput_wait_rput.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Request req;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int to = (rank + 1) % size;

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; i++) {
        x = rank + i;
        MPI_Rput(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win, &req);
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        MPI_Win_flush(to, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
