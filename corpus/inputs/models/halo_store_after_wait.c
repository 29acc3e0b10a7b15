/* As halo_store_before_wait.c, with the values filled once the halo is no longer in use. */
//@ expect: none
//@ twin: halo_store_before_wait.c
#include "team.h"

static void fill(double *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] += 1.0;
}

int main(int argc, char **argv)
{
    double values[64] = {0};

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 10; step++) {
        halo_start(values, 64);
        halo_wait();
        fill(values, 64);
    }
    MPI_Finalize();
    return 0;
}
