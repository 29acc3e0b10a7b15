/*
 * A function sends a local array.
 *
 * It calls quiet before it returns.
 */
//@ expect: none
//@ twin: put_nbi_source_dies.c
#include <shmem.h>

static int x[8];

static void send(int value, int pe) {
    int message[8] = {value};
    shmem_int_put_nbi(x, message, 8, pe);
    shmem_quiet();
}

int main(void) {
    shmem_init();
    send(1, (shmem_my_pe() + 1) % shmem_n_pes());
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
