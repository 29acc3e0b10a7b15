/*
 * A function that is not in the input gets a structure that holds the window.
 *
 * A put and a store of the target to the same bytes conflict unless the put is complete at the target and
 * ordered before the store (MPI 4.1, 12.7). The function may flush the window and synchronise the processes, or
 * do neither: notes.
 */
//@ expect: note RMA201 P S
//@ expect: note RMA101 P V
//@ options: --no-communication finish
#include <mpi.h>
#include <stdlib.h>

struct field {
    MPI_Win win;
    int *cells;
};
void finish(struct field *f);

int main(int argc, char **argv)
{
    int rank, size, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    struct field f;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &f.cells, &f.win);
    MPI_Win win = f.win;
    int *cells = f.cells;
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ P
    finish(&f);
    cells[0] = 3; //@ S
    value = 4; //@ V
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
