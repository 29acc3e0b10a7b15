// Pointers into a window that take odd ways. Lines marked KEEP touch window memory; lines marked DROP touch private memory only.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *global_cell;
static double private_cells[16];

union word {
    double *pointer;
    uintptr_t number;
};

struct node {
    struct node *next;
    double *data;
};

static void store_through(double *at, double value)
{
    *at = value; //@ KEEP called with the window and with private memory
}

static void store_private(double *at, double value)
{
    *at = value; //@ DROP only ever called with private memory
}

static void store_first(int count, ...)
{
    va_list list;
    va_start(list, count);
    double *at = va_arg(list, double *);
    va_end(list);
    at[0] = 3.0; //@ KEEP the pointer came as a variable argument
}

static void touch_global(void)
{
    global_cell[2] = 4.0; //@ KEEP a global leads to the window
}

__attribute__((used)) static void never_called(double *at)
{
    *at = 5.0; //@ KEEP nothing is known of code that is not analysed
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a; //@ KEEP qsort hands out the window
    double y = *(const double *)b; //@ KEEP qsort hands out the window
    return (x > y) - (x < y);
}

typedef void (*action)(double *, double);

static void by_table(double *at, double value)
{
    at[1] = value; //@ KEEP called through a table
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *scratch = malloc(64 * sizeof(double));
    for (int i = 0; i < 64; i++)
        scratch[i] = i; //@ DROP
    MPI_Win_fence(0, win);
    double value = 1.0;
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 5, 1, MPI_DOUBLE, win);

    double *copied = scratch;
    memcpy(&copied, &base, sizeof copied);
    copied[3] = 1.0; //@ KEEP copied by memcpy

    union word word;
    word.number = (uintptr_t)scratch;
    word.pointer = base;
    double *again = (double *)word.number;
    again[4] = 1.0; //@ KEEP through a union

    uintptr_t mask = (uintptr_t)base ^ 0x5555;
    double *masked = (double *)(mask ^ 0x5555);
    masked[5] = 1.0; //@ KEEP through a number

    double *bytewise = scratch;
    for (size_t n = 0; n < sizeof bytewise; n++)
        ((unsigned char *)&bytewise)[n] = ((unsigned char *)&base)[n];
    bytewise[6] = 1.0; //@ KEEP copied byte by byte

    double *halves = scratch;
    ((uint32_t *)&halves)[0] = ((uint32_t *)&base)[0];
    ((uint32_t *)&halves)[1] = ((uint32_t *)&base)[1];
    halves[7] = 1.0; //@ KEEP copied in two halves

    double *few = scratch;
    ((unsigned char *)&few)[0] = ((unsigned char *)&base)[0];
    ((unsigned char *)&few)[1] = ((unsigned char *)&base)[1];
    ((unsigned char *)&few)[2] = ((unsigned char *)&base)[2];
    ((unsigned char *)&few)[3] = ((unsigned char *)&base)[3];
    ((uint32_t *)&few)[1] = ((uint32_t *)&base)[1];
    few[7] = 1.0; //@ KEEP copied in parts

    unsigned char buffer[sizeof base];
    for (size_t n = 0; n < sizeof base; n++)
        buffer[n] = ((unsigned char *)&base)[n];
    double *unpacked = scratch;
    memcpy(&unpacked, buffer, sizeof unpacked);
    unpacked[7] = 1.0; //@ KEEP packed byte by byte, unpacked at once

    char text[32];
    snprintf(text, sizeof text, "%p", (void *)base);
    void *printed = scratch;
    sscanf(text, "%p", &printed);
    ((double *)printed)[8] = 1.0; //@ KEEP printed and read again

    store_through(base + 9, 1.0);
    store_through(scratch, 1.0);
    store_private(scratch, 1.0);
    store_private(private_cells, 1.0);
    store_first(1, base);

    global_cell = private_cells;
    global_cell[1] = 1.0; //@ DROP
    global_cell = base;
    touch_global();

    action table[2] = {store_private, by_table};
    table[argc > 1](scratch, 2.0);
    table[1](base, 2.0);

    qsort(base, 8, sizeof(double), compare);

    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->data = i == 1 ? base : scratch;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        node->data[10] = 1.0; //@ KEEP one of the nodes leads to the window

    double *swap[2] = {scratch, private_cells};
    for (int i = 0; i < 5; i++) {
        swap[i % 2][3] = i; //@ DROP
        double *first = swap[0];
        swap[0] = swap[1];
        swap[1] = first;
    }
    double **behind = &swap[argc % 2];
    *behind = base;
    swap[0][11] = 1.0; //@ KEEP one of the two cells leads to the window

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(scratch);
    MPI_Finalize();
    return 0;
}
