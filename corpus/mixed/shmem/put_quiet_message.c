/*
 * PE 0 puts by OpenSHMEM and sends a message of MPI; PE 1 receives it and reads.
 *
 * The put is complete at its target when the message is sent (OpenSHMEM 1.6, 9.11.2).
 */
//@ expect: none
//@ twin: put_fence_message.c
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
    int token = 0;
    if (me == 0) {
        shmem_int_put(data, source, 4, 1); //@ A
        shmem_quiet();
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (me == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", data[3]); //@ B
    }
    shmem_barrier_all();
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
