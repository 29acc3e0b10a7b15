// A loop allocates buffers of different sizes and makes a window of each; later one of them is read in whole.
// Error: buffer 2 has 3 * 64 places, but 4 * 64 are read (MPI 4.1, 12.3, 3.2.2).
//
//@ expect: error RMA509 A A
//@ twin: buffers_of_many_sizes_ok.c
#include <mpi.h>
#include <stdlib.h>

#define BUFFERS 4

int main(int argc, char **argv)
{
    int *buffer[BUFFERS], *copy, me, size;
    MPI_Win win[BUFFERS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < BUFFERS; k++) {
        buffer[k] = calloc((k + 1) * 64, sizeof(int));
        MPI_Win_create(buffer[k], (k + 1) * 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win[k]);
    }
    copy = malloc(4 * 64 * sizeof(int));
    MPI_Win_fence(0, win[2]);
    MPI_Get(copy, 4 * 64, MPI_INT, (me + 1) % size, 0, 4 * 64, MPI_INT, win[2]); //@ A
    MPI_Win_fence(0, win[2]);
    free(copy);
    for (int k = 0; k < BUFFERS; k++) {
        MPI_Win_free(&win[k]);
        free(buffer[k]);
    }
    MPI_Finalize();
    return 0;
}
