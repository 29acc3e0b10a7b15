/*
 * Options are read one after the other; option a lets PE 1 put to PE 0, option b lets PE 0 store into its own memory. A slot is counted on.
 *
 * All options use slot 0: with `-a -b` PE 0 may store for option b while PE 1 puts for option a. With `-a -a` two
 * puts of PE 1 are pending at one word, in no order (OpenSHMEM 1.5, 9.10).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: slot_of_each_option.c
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

#define MOST 64

static int cells[MOST];

int main(int argc, char **argv)
{
    shmem_init();
    int me = shmem_my_pe(), slot = 0, option;
    while ((option = getopt(argc, argv, "ab")) != -1) {
        if (slot == MOST)
            shmem_global_exit(1);
        switch (option) {
        case 'a':
            if (me == 1)
                shmem_int_p(&cells[0], 1, 0); //@ A
            break;
        case 'b':
            if (me == 0)
                cells[0] = 2; //@ B
            break;
        default:
            shmem_global_exit(1);
        }
        slot++;
    }
    shmem_barrier_all();
    if (me == 0)
        printf("%d\n", cells[0]);
    shmem_finalize();
    return 0;
}
