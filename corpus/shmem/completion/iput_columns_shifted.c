/*
 * Each process writes its column of a matrix on PE 0, one element a row.
 *
 * The stride is one less than the number of processes, so that columns of different processes share elements
 * (OpenSHMEM 1.6, 9.6.3: element i goes to dest + i * dst).
 */
//@ expect: error RMA203 A A
//@ twin: iput_columns.c
#include <shmem.h>

static int matrix[1024];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int column[4] = {me, me, me, me};
    if (n < 3 || n > 200)
        shmem_global_exit(1);
    shmem_int_iput(matrix + me, column, n - 1, 1, 4, 0); //@ A
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
