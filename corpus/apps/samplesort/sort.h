/* Sorts integers that are distributed over the ranks. */
#ifndef SORT_H
#define SORT_H

#include <mpi.h>

struct Keys {
    int count;
    int *key;
};

void *need(void *memory);
void keys_generate(struct Keys *k, int count, unsigned seed);
/* size - 1 splitters, the same on all ranks. */
void choose_splitters(const struct Keys *sorted, int *splitter, int rank, int size, MPI_Comm comm);
/* Sends every key to the rank of its range; `k` is replaced. */
void redistribute(struct Keys *k, const int *splitter, int size, MPI_Comm comm);
int compare_ints(const void *a, const void *b);

#endif
