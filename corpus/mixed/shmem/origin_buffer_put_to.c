/*
 * The origin buffer of an MPI_Put is symmetric memory that another process puts to.
 *
 * The put of MPI may still read its origin buffer when the other process writes it: without its completion the barrier of
 * OpenSHMEM gives nothing (MPI 4.1, 12.3.4).
 */
//@ expect: error RMA201 A B
//@ twin: origin_buffer_put_to_after_flush.c
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
    MPI_Win_lock_all(0, win);
    if (me == 0)
        MPI_Put(source, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    shmem_sync_all();
    if (me == 1)
        shmem_int_p(&source[0], 5, 0); //@ B
    MPI_Win_unlock_all(win);
    shmem_barrier_all();
    MPI_Win_free(&win);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
