#include "ring.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    ring_t ring;
    int rank, step;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ring_open(&ring);
    for (step = 0; step < 4; step++)
        ring_step(&ring, ring_value(rank, step));
    printf("%d: %d\n", rank, *ring.slot);
    ring_close(&ring);
    MPI_Finalize();
    return 0;
}
