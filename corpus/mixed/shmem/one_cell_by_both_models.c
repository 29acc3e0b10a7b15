/*
 * Symmetric memory is a window too; one process writes it by MPI_Put, the last one by shmem_int_p.
 *
 * Both write the same element of process 1 without order between them: whose operation it is makes no difference to the memory.
 */
//@ expect: error RMA203 A B
//@ twin: two_cells_by_both_models.c
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
        MPI_Put(source, 1, MPI_INT, 1, 3, 1, MPI_INT, win); //@ A
    if (me == n - 1)
        shmem_int_p(&data[3], 7, 1); //@ B
    MPI_Win_unlock_all(win);
    shmem_barrier_all();
    if (me == 1)
        printf("%d\n", data[3]);
    MPI_Win_free(&win);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
