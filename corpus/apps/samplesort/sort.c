#include "sort.h"

#include <stdio.h>
#include <stdlib.h>

enum { OVERSAMPLE = 16 };

void *need(void *memory)
{
    if (memory == NULL) {
        perror("memory");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

void keys_generate(struct Keys *k, int count, unsigned seed)
{
    k->count = count;
    k->key = need(malloc((size_t)count * sizeof *k->key));
    srand(seed);
    for (int i = 0; i < count; i++)
        k->key[i] = rand();
}

void choose_splitters(const struct Keys *sorted, int *splitter, int rank, int size, MPI_Comm comm)
{
    int sample[OVERSAMPLE];
    int *all = rank == 0 ? need(malloc((size_t)size * sizeof sample)) : NULL;

    for (int i = 0; i < OVERSAMPLE; i++)
        sample[i] = sorted->key[(long)i * sorted->count / OVERSAMPLE];
    MPI_Gather(sample, OVERSAMPLE, MPI_INT, all, OVERSAMPLE, MPI_INT, 0, comm);
    if (rank == 0) {
        qsort(all, (size_t)size * OVERSAMPLE, sizeof *all, compare_ints);
        for (int r = 1; r < size; r++)
            splitter[r - 1] = all[r * OVERSAMPLE];
    }
    MPI_Bcast(splitter, size - 1, MPI_INT, 0, comm);
    free(all);
}
