/*
 * The first cells of two parts are given on the command line. A word that is no option ends the function that reads them at once,
 * with 0; at its end it tests both numbers, and the program goes on only with 1.
 *
 * The second number may be the same: then PE 0 stores to the cell that PE 1 writes, and the barrier comes behind both (OpenSHMEM 1.6, 9.11).
 */
//@ expect: error RMA201 A B
//@ twin: checked_at_end_apart.c
#include <shmem.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

static double cells[CELLS];

static int parse(int argc, char **argv, int *first, int *second)
{
    for (int i = 1; i < argc; i++) {
        if (i + 1 == argc)
            return 0;
        if (strcmp(argv[i], "--first") == 0)
            *first = atoi(argv[++i]);
        else if (strcmp(argv[i], "--second") == 0)
            *second = atoi(argv[++i]);
        else
            return 0;
    }
    return *first >= 0 && *first <= *second && *second < CELLS;
}

int main(int argc, char **argv)
{
    int first = 3, second = 40, me;

    shmem_init();
    if (!parse(argc, argv, &first, &second)) {
        shmem_finalize();
        return 1;
    }
    me = shmem_my_pe();
    if (me == 1)
        shmem_double_p(&cells[first], 1.0, 0); //@ A
    if (me == 0)
        cells[second] = 2.0; //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
