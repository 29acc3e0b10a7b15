/*
 * Inline assembly stores to window memory in the epoch of a put to it.
 *
 * A put and a store of the target to the same bytes conflict unless the put is complete at the target and
 * ordered before the store (MPI 4.1, 12.7). The assembly has the memory as its output; that it writes all of it,
 * on each path, is not read from it: a note.
 */
//@ expect: note RMA201 P S
#include <mpi.h>
#include <stdlib.h>


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
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ P
    __asm__ volatile("" : "=m"(cells[0])); //@ S
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
