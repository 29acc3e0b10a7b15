/*
 * Rank 0 packs a length and broadcasts it; each process puts one value more than that into its own block of rank 0.
 *
 * The last value goes into the block of the next rank (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: warning RMA203 A A
//@ twin: packed_length_broadcast_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 32 };

int main(int argc, char **argv)
{
    int rank, size, length = 0, position = 0;
    char message[ROOM];
    float *all, *block;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        if (scanf("%d", &length) != 1 || length < 1)
            length = 4;
        MPI_Pack(&length, 1, MPI_INT, message, ROOM, &position, MPI_COMM_WORLD);
    }
    MPI_Bcast(message, ROOM, MPI_PACKED, 0, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(message, ROOM, &position, &length, 1, MPI_INT, MPI_COMM_WORLD);
    if (length < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);

    block = calloc(length + 1, sizeof(float));
    MPI_Win_allocate(rank == 0 ? ((MPI_Aint)size * length + 1) * sizeof(float) : 0, sizeof(float), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &all, &win);
    MPI_Win_fence(0, win);
    MPI_Put(block, length + 1, MPI_FLOAT, 0, (MPI_Aint)rank * length, length + 1, MPI_FLOAT, win); //@ A
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(block);
    MPI_Finalize();
    return 0;
}
