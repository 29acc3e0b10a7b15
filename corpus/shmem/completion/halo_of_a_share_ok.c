/*
 * 4096 rows are divided among the PEs. Each puts its first and its last row into the ghost rows of its neighbours and computes.
 *
 * A barrier stands on both sides of the computation (OpenSHMEM 1.6, 9.12.1). With more than 4096 PEs a PE has no row of its own; the program is not
 * meant for that.
 */
//@ expect: none
//@ twin: halo_of_a_share_race.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes();
    int rows = 4096 / np;
    double *u = shmem_malloc((rows + 2) * sizeof(double));
    double *next = malloc((rows + 2) * sizeof(double));
    for (int i = 0; i < rows + 2; i++)
        u[i] = me;
    shmem_barrier_all();
    for (int step = 0; step < 10; step++) {
        if (me > 0)
            shmem_double_put(u + rows + 1, u + 1, 1, me - 1);
        if (me < np - 1)
            shmem_double_put(u, u + rows, 1, me + 1);
        shmem_barrier_all();
        for (int i = 1; i <= rows; i++)
            next[i] = 0.5 * (u[i - 1] + u[i + 1]);
        for (int i = 1; i <= rows; i++)
            u[i] = next[i];
        shmem_barrier_all();
    }
    printf("%f\n", u[1]);
    shmem_barrier_all();
    shmem_free(u);
    shmem_finalize();
    return 0;
}
