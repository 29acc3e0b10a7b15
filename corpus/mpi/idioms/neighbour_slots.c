/*
 * Four neighbours on a torus of width W; each process has a slot for the message of each side.
 *
 * Each of the four directions has its own slot, which one neighbour fills; the fence completes all (MPI 4.1,
 * 12.5.1, 12.7).
 */
//@ expect: none
//@ twin: neighbour_slots_mixed.c
#include <mpi.h>
#include <stdio.h>

enum { NORTH, SOUTH, WEST, EAST, SIDES };

int main(int argc, char **argv)
{
    int rank, size, width, x, y, height, *slot;
    int message[SIDES];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    width = size % 2 == 0 ? 2 : 1;
    height = size / width;
    x = rank % width;
    y = rank / width;
    MPI_Win_allocate(SIDES * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    for (int s = 0; s < SIDES; s++)
        message[s] = 10 * rank + s;

    int north = (y + height - 1) % height * width + x;
    int south = (y + 1) % height * width + x;
    int west = y * width + (x + width - 1) % width;
    int east = y * width + (x + 1) % width;

    MPI_Win_fence(0, win);
    MPI_Put(&message[SOUTH], 1, MPI_INT, south, NORTH, 1, MPI_INT, win);
    MPI_Put(&message[NORTH], 1, MPI_INT, north, SOUTH, 1, MPI_INT, win);
    MPI_Put(&message[EAST], 1, MPI_INT, east, WEST, 1, MPI_INT, win);
    MPI_Put(&message[WEST], 1, MPI_INT, west, EAST, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d: %d %d\n", rank, slot[NORTH], slot[EAST]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
