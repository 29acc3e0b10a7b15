/*
 * A function that is not in the input and gets nothing stands between a put and accesses that need its
 * completion.
 *
 * A put and a store of the target to the same bytes conflict unless the put is complete at the target and
 * ordered before the store (MPI 4.1, 12.7). What has no handle to communicate with is held to compute only; that
 * is an assumption of its own, which the report names. The put is pending at the store to its origin buffer (MPI
 * 4.1, 12.3.1), and unordered with the store of the target.
 */
//@ expect: error RMA201 P S
//@ expect: error RMA101 P V
//@ options: --no-communication compute
#include <mpi.h>
#include <stdlib.h>

void compute(int steps);

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
    compute(10);
    cells[0] = 3; //@ S
    value = 4; //@ V
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
