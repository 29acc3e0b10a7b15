/*
 * Each process gets a cell of its right neighbour; then new values come into the cells by MPI_Recv.
 *
 * A barrier stands between the flushes and the receives (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: receive_into_read_cell.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, copy = 0, next;
    int *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    next = 100 + rank;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get(&copy, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Send(&next, 1, MPI_INT, left, 0, MPI_COMM_WORLD);
    } else if (rank == size - 1) {
        MPI_Recv(&mem[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    printf("%d: %d %d\n", rank, copy, mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
