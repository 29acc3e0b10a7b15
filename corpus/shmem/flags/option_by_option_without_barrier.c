/*
 * Options are read one after the other. Option a lets PE 1 put to PE 0, option b lets PE 0 store into the same word.
 *
 * No barrier ends a turn: with `-a -b` PE 0 may store for option b while PE 1 puts for option a. With `-a -a` two
 * puts of PE 1 are pending at one word, in no order (OpenSHMEM 1.5, 9.10).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: option_by_option_with_barrier.c
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
                shmem_int_p(&word, 1, 0); //@ A
            break;
        case 'b':
            if (me == 0)
                word = 2; //@ B
            break;
        }
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
