/*
 * Options are read one after the other. Option a lets PE 1 put to PE 0, option b lets PE 0 store into the same word.
 *
 * A barrier ends each turn, and all PEs get the same command line: in one turn all do a, or all do b.
 */
//@ expect: none
//@ twin: option_by_option_without_barrier.c
#include <shmem.h>
#include <unistd.h>

static int word;

int main(int argc, char **argv)
{
    int option;
    shmem_init();
    int me = shmem_my_pe();
    while ((option = getopt(argc, argv, "ab")) != -1) {
        switch (option) {
        case 'a':
            if (me == 1)
                shmem_int_p(&word, 1, 0);
            break;
        case 'b':
            if (me == 0)
                word = 2;
            break;
        }
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
