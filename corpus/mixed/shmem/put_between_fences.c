/*
 * A put of OpenSHMEM between the fences of a window over the same memory.
 *
 * MPI_Win_fence completes the operations on its window; the put is none of them (MPI 4.1, 12.5.1).
 */
//@ expect: error RMA201 A B
//@ twin: put_quiet_between_fences.c
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
    MPI_Win win;
    MPI_Win_create(data, sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (me == 0)
        shmem_int_put_nbi(&data[2], source, 1, 1); //@ A
    MPI_Win_fence(0, win);
    if (me == 0)
        MPI_Put(source, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (me == 1)
        printf("%d\n", data[2]); //@ B
    MPI_Win_fence(0, win);
    shmem_barrier_all();
    MPI_Win_free(&win);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
