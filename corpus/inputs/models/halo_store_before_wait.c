/* The halo is in use from halo_start to halo_wait, which team.toml declares; the buffer is filled in
   between. As with a put before its completion (MPI 4.1, 12.3), what is sent is the old value, the new one, or both. At -O2 the loop
   is inlined and unrolled; the stores stay. */
//@ expect: error RMA101 START FILL
//@ twin: halo_store_after_wait.c
#include "team.h"

static void fill(double *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] += 1.0; //@ FILL
}

int main(int argc, char **argv)
{
    double values[64] = {0};

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 10; step++) {
        halo_start(values, 64); //@ START
        fill(values, 64);
        halo_wait();
    }
    MPI_Finalize();
    return 0;
}
