/*
 * An atomic read of a cell that its owner loads at the same time.
 *
 * By the letter two operations conflict when exactly one of them is an accumulate operation (MPI 4.1, 12.7), and
 * MPI_Fetch_and_op is one also with MPI_NO_OP. Neither writes, so this is a note, and with --strict-spec only.
 */
//@ options: --strict-spec
//@ expect: note RMA303 A B
//@ twin: strict_atomic_read_other_cell.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    int mine = rank, sum = 0;
    int *cells;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int none = 0, seen = 0;
    cells[0] = rank;
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(&none, &seen, MPI_INT, right, 0, MPI_NO_OP, win); //@ A
    sum += cells[0]; //@ B
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    sum += seen;
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
