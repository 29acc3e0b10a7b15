/*
 * A ring in which each PE puts into its right neighbour, with a signal; the words of the signal take turns as the buffers do. A barrier ends
 * each step. The only PE of a run is its own neighbour.
 *
 * The loads stand before the wait: the left neighbour writes the buffer of this step at that time (OpenSHMEM 1.6, 9.8.1).
 */
//@ expect: error RMA201 A B
//@ twin: parity_signal_words.c
#include <shmem.h>
#include <stdint.h>
#include <stdlib.h>

#define N 8

static double slot[2][N];
static uint64_t signal[2];

int main(int argc, char **argv) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), steps = argc > 1 ? atoi(argv[1]) : 10;
    double out[N], sum = 0;
    for (int k = 0; k < N; k++)
        out[k] = me;
    for (int step = 1; step <= steps; step++) {
        int turn = step & 1;
        shmem_double_put_signal_nbi(slot[turn], out, N, &signal[turn], (uint64_t)step, SHMEM_SIGNAL_SET, (me + 1) % n); //@ A
        for (int k = 0; k < N; k++)
            sum += slot[turn][k]; //@ B
        shmem_signal_wait_until(&signal[turn], SHMEM_CMP_GE, (uint64_t)step);
        shmem_barrier_all();
    }
    shmem_finalize();
    return sum < 0;
}
