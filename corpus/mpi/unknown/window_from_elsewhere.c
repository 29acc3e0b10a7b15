/*
 * A window and its memory come from functions that are not in the input.
 *
 * A put and a store of the target to the same bytes conflict unless the put is complete at the target and
 * ordered before the store (MPI 4.1, 12.7). Whether the pointer leads to the memory of the window is not known
 * to the reader of this file: no more than a note, and no less, as the two stand in one fence epoch.
 */
//@ expect: note RMA201 P S
//@ options: --no-communication the_*
#include <mpi.h>
#include <stdlib.h>

MPI_Win the_window(void);
int *the_memory(void);

int main(int argc, char **argv)
{
    int rank, size, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win win = the_window();
    int *cells = the_memory();
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ P
    cells[0] = 3; //@ S
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
