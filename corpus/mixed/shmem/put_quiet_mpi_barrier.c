/*
 * PE 0 puts into PE 1 by OpenSHMEM; both pass a barrier of MPI; PE 1 reads.
 *
 * shmem_quiet completes the put at its target before the barrier (OpenSHMEM 1.6, 9.11.2).
 */
//@ expect: none
//@ twin: put_mpi_barrier.c
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

static int data[16], source[16];

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != me || n < 2)
        shmem_global_exit(1);
    source[0] = me;
    if (me == 0)
        shmem_int_put(data, source, 1, 1); //@ A
    shmem_quiet();
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 1)
        printf("%d\n", data[0]); //@ B
    MPI_Barrier(MPI_COMM_WORLD);
    shmem_barrier_all();
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
