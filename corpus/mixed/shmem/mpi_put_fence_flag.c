/*
 * Process 0 puts by MPI and raises a flag of OpenSHMEM; process 1 waits for the flag and reads.
 *
 * shmem_fence orders what OpenSHMEM has put, not an operation on a window of MPI (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: error RMA201 A B
//@ twin: mpi_put_flush_flag.c
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

static int data[16], source[16], flag;

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
        shmem_fence();
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[0]); //@ B
    }
    MPI_Win_unlock_all(win);
    shmem_barrier_all();
    MPI_Win_free(&win);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
