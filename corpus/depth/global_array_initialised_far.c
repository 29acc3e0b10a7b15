// A table of pointers into one array, filled by its initialiser, gives the buffers. The pointer that is used leads to the other half.
//
// MPI 4.1, 12.7.1: the bytes that a pending put reads must not be updated.
//@ expect: none
//@ twin: global_array_initialised_near.c
#include <mpi.h>

static double storage[16];
static double *const halves[2] = {storage, storage + 8};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(halves[0], 8, MPI_DOUBLE, (rank + 1) % size, 0, 8, MPI_DOUBLE, win);
    for (int i = 0; i < 8; i++)
        halves[1][i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
