/*
 * The origin buffer of an MPI_Put is symmetric memory that another process puts to.
 *
 * MPI_Win_flush_all completes the put before the processes meet.
 */
//@ expect: none
//@ twin: origin_buffer_put_to.c
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
    MPI_Win_flush_all(win);
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
