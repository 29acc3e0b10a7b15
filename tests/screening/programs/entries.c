// Loops with several entries, which the analysis rewrites, and loads that its reader moves: what is said of an access must be said of that
// access of the module. Lines marked KEEP touch window memory; lines marked DROP touch private memory only.
#include <mpi.h>
#include <stdlib.h>

// Duff's device: a switch into a loop.
static void into_a_loop(double *base, double *scratch, int count)
{
    int rounds = (count + 3) / 4;
    double *at = base;
    switch (count % 4) {
    case 0:
        do {
            *at++ = 1.0; //@ KEEP
            scratch[0] += 1.0; //@ DROP
        case 3:
            *at++ = 2.0; //@ KEEP
            scratch[1] += 1.0; //@ DROP
        case 2:
            scratch[2] += 1.0; //@ DROP
            *at++ = 3.0; //@ KEEP
        case 1:
            scratch[3] += *at++; //@ KEEP
        } while (--rounds > 0);
    }
}

// A loop of two blocks, entered at either.
static void two_entries(double *base, double *scratch, int n, int late)
{
    int i = 0;
    if (late)
        goto second;
first:
    base[i] += 1.0; //@ KEEP
    scratch[i] = 4.0; //@ DROP
    i++;
second:
    scratch[i + 1] = 5.0; //@ DROP
    if (i < n)
        goto first;
    base[i + 8] = 6.0; //@ KEEP
}

// The same pointer, to the window through one entry alone.
static void by_entry(double *base, double *scratch, int n, int late)
{
    double *at = scratch;
    int i = 0;
    if (late)
        goto second;
first:
    at[i] = 1.0; //@ KEEP after the second entry it is the window
    i++;
second:
    if (late && i == 1)
        at = base;
    scratch[i] = 2.0; //@ DROP
    if (i < n)
        goto first;
}

// Three blocks that lead to each other: two loops inside each other, both with several entries.
static void nested(double *base, double *scratch, int n, int where)
{
    int i = 0;
    if (where == 1)
        goto middle;
    if (where == 2)
        goto last;
start:
    scratch[i % 8] = 1.0; //@ DROP
    i++;
middle:
    base[i % 8] = 2.0; //@ KEEP
    if (i % 3 == 0 && i < n)
        goto start;
    i++;
last:
    scratch[8 + i % 8] += base[i % 8]; //@ KEEP
    if (i % 2 == 0 && i < n)
        goto middle;
    i++;
    if (i < n)
        goto start;
    scratch[3] = 3.0; //@ DROP
}

// A value that is chosen first and loaded then: the reader may load from both and choose then.
static double chosen(double *base, double *scratch, int which)
{
    double cell = 0.5, other = 1.5;
    double *at = which > 2 ? base : which ? scratch : &cell;
    double *near = which ? &cell : &other;
    *near += 1.0; //@ DROP
    return *at + *near; //@ KEEP
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *scratch = calloc(64, sizeof(double));
    MPI_Win_fence(0, win);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    into_a_loop(base, scratch, 16 + argc);
    two_entries(base, scratch, 4, argc > 2);
    by_entry(base, scratch, 4, argc > 1);
    nested(base, scratch, 9, argc);
    value = chosen(base, scratch, argc);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(scratch);
    MPI_Finalize();
    return 0;
}
