/*
 * A function sends a local array.
 *
 * The function returns with the nonblocking put pending on its array (OpenSHMEM 1.6, 9.6.9).
 */
//@ expect: error RMA401 A B
//@ twin: put_nbi_source_lives.c
#include <shmem.h>

static int x[8];

static void send(int value, int pe) {
    int message[8] = {value};
    shmem_int_put_nbi(x, message, 8, pe); //@ A
} //@ B

int main(void) {
    shmem_init();
    send(1, (shmem_my_pe() + 1) % shmem_n_pes());
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
