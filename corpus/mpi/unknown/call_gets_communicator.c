/*
 * A function that is not in the input gets the communicator between a put and accesses that need order.
 *
 * A put and a store of the target to the same bytes conflict unless the put is complete at the target and
 * ordered before the store (MPI 4.1, 12.7). The function may synchronise the processes. It cannot complete the
 * put, which is flushed already; the put and the store are a note. The origin buffer is free after the flush.
 */
//@ expect: note RMA201 P S
//@ options: --no-communication meet
#include <mpi.h>
#include <stdlib.h>

void meet(MPI_Comm comm);

int main(int argc, char **argv)
{
    int rank, size, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    int *cells;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ P
    MPI_Win_flush(right, win);
    meet(MPI_COMM_WORLD);
    cells[0] = 3; //@ S
    value = 4;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
