/*
 * An atomic read of a cell beside a load of another one.
 *
 * The two touch different bytes.
 */
//@ options: --strict-spec
//@ expect: none
//@ twin: strict_atomic_read_beside_load.c
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
    cells[1] = rank;
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(&none, &seen, MPI_INT, right, 0, MPI_NO_OP, win);
    sum += cells[1];
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    sum += seen;
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
