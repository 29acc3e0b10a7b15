/*
 * Options are read one after the other; option a lets PE 1 put to PE 0, option b lets PE 0 store into its own memory. A slot is counted on.
 *
 * All PEs get the same command line, so that the k-th option is the same on all of them, and every option has a slot of its own.
 */
//@ expect: none
//@ twin: slot_of_all_options.c
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
                shmem_int_p(&cells[slot], 1, 0);
            break;
        case 'b':
            if (me == 0)
                cells[slot] = 2;
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
