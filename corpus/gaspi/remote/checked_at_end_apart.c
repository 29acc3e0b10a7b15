/*
 * The first cells of two parts are given on the command line. A word that is no option ends the function that reads them at once,
 * with -1; at its end it tests both numbers, and the program goes on only with 0.
 *
 * The second number is greater: rank 1 writes another cell than rank 0 stores to.
 */
//@ expect: none
//@ twin: checked_at_end_meet.c
#include <GASPI.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

static int parse(int argc, char **argv, int *first, int *second)
{
    int i = 1;

    while (i < argc) {
        if (i + 1 == argc)
            return -1;
        if (strcmp(argv[i], "--first") == 0)
            *first = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--second") == 0)
            *second = atoi(argv[i + 1]);
        else
            return -1;
        i += 2;
    }
    if (*first < 0 || *second <= *first || *second >= CELLS)
        return -1;
    return 0;
}

int main(int argc, char **argv)
{
    int first = 3, second = 40;
    gaspi_rank_t rank;
    gaspi_pointer_t base;
    double *cells;

    if (parse(argc, argv, &first, &second) != 0)
        return 1;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_segment_create(0, 2 * CELLS * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    cells = base;
    if (rank == 1) {
        gaspi_write(0, CELLS * sizeof(double), 0, 0, first * sizeof(double), sizeof(double), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }
    if (rank == 0)
        cells[second] = 2.0;
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
