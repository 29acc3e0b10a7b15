/*
 * Each PE stores a command at its neighbour, through its address where memory is shared; what follows depends on the own command.
 *
 * The neighbour's store is ordered before the load by the barrier, so the command need not be what the owner has stored. Where it is
 * set, PE 1 puts into the box of PE 0, which stores there at the same time (OpenSHMEM 1.6, 9.1.8, 9.10).
 */
//@ expect: warning RMA201 A B
//@ twin: direct_store_decides_apart.c
#include <shmem.h>

static int command, box[8];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    command = 0;
    shmem_barrier_all();
    int *there = shmem_ptr(&command, (me + 1) % n);
    if (there)
        *there = 3;
    shmem_barrier_all();
    if (command) {
        if (me == 1)
            shmem_int_p(&box[1], 4, 0); //@ A
        if (me == 0)
            box[1] = 8; //@ B
    }
    shmem_finalize();
    return 0;
}
