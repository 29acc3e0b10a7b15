// A loop allocates buffers of different sizes and makes a window of each; later the largest one is read in whole.
// Race-free: buffer 3 of the caller and of its target have 4 * 64 places, and so many are read (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: buffers_of_many_sizes_race.c
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
    MPI_Win_fence(0, win[3]);
    MPI_Get(copy, 4 * 64, MPI_INT, (me + 1) % size, 0, 4 * 64, MPI_INT, win[3]);
    MPI_Win_fence(0, win[3]);
    free(copy);
    for (int k = 0; k < BUFFERS; k++) {
        MPI_Win_free(&win[k]);
        free(buffer[k]);
    }
    MPI_Finalize();
    return 0;
}
