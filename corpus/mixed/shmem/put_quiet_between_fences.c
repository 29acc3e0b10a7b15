/*
 * A put of OpenSHMEM between the fences of a window over the same memory.
 *
 * shmem_quiet completes the put, the fence that follows orders the load behind it.
 */
//@ expect: none
//@ twin: put_between_fences.c
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
    shmem_quiet();
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
