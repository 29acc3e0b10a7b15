// A get fills the lower half of a buffer, memcpy a half of it.
// memcpy writes the upper half; the get's bytes are not touched.
//
//@ expect: none
//@ twin: get_memcpy_into_race.c
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HALF 32

static uint16_t frame[2 * HALF], pattern[HALF], remote[HALF];

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < HALF; i++) {
        pattern[i] = 0xAA00 | i;
        remote[i] = 0x5500 | i;
    }
    MPI_Win_create(remote, sizeof remote, sizeof remote[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Get(frame, HALF, MPI_UINT16_T, 1, 0, HALF, MPI_UINT16_T, win);
        memcpy(frame + HALF, pattern, sizeof pattern);
    }
    MPI_Win_fence(0, win);

    printf("%x %x\n", frame[0], frame[2 * HALF - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
