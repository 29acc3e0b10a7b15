/*
 * Each process writes its column of a matrix on PE 0, one element a row.
 *
 * With the number of processes as the stride the columns are disjoint.
 */
//@ expect: none
//@ twin: iput_columns_shifted.c
#include <shmem.h>

static int matrix[1024];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int column[4] = {me, me, me, me};
    if (n < 3 || n > 200)
        shmem_global_exit(1);
    shmem_int_iput(matrix + me, column, n, 1, 4, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
