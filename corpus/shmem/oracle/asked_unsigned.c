/*
 * In each step every PE puts a value to its neighbour with a signal, asks for the signal, and changes what has come.
 *
 * The signal of a step is there after its value (OpenSHMEM 1.6, 9.8.1), and the barrier keeps the steps apart.
 */
//@ expect: none
//@ twin: asked_unsigned_one_less.c
#include <shmem.h>
#include <stdio.h>

static int slots[2], source;
static uint64_t news;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 2)
        shmem_global_exit(1);
    source = me;
    for (int step = 0; step < 3; step++) {
        shmem_int_put_signal(&slots[step % 2], &source, 1, &news, step + 1, SHMEM_SIGNAL_SET, (me + 1) % n); //@ A
        while (shmem_signal_fetch(&news) < (uint64_t)(step + 1))
            ;
        slots[step % 2] += me; //@ B
        shmem_barrier_all();
    }
    printf("%d\n", slots[0]);
    shmem_finalize();
    return 0;
}
