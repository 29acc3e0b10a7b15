/*
 * Process 0 puts into the window of process 1; both pass shmem_barrier_all; process 1 reads.
 *
 * shmem_barrier_all completes what was issued on the default context; an operation on a window of MPI is completed by its own
 * window only (OpenSHMEM 1.6, 9.9.1; MPI 4.1, 12.5.4).
 */
//@ expect: error RMA201 A B
//@ twin: mpi_put_flush_shmem_barrier.c
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
    if (me == 0) {
        MPI_Put(source, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    }
    shmem_barrier_all();
    if (me == 1)
        printf("%d\n", data[0]); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
