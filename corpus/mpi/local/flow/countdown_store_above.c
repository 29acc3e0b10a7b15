/*
 * A loop that counts down; element i is sent and a neighbour is written, without completion in the
 * loop.
 *
 * The index decreases, so buf[i + 1] is the element of the previous iteration, still pending (MPI 4.1,
 * 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: countdown_store_below.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n;
    MPI_Win win;
    double *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = 64;

    double *buf = calloc((size_t)n + 2, sizeof *buf);
    MPI_Win_allocate((n + 2) * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int i = n; i > 0; i--) {
        MPI_Put(&buf[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win); //@ A
        buf[i + 1] = 1.0 / i; //@ B
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    free(buf);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
