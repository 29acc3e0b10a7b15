#include "histogram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void give_up(const char *what, int code, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s returned %d\n", file, line, what, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

int block_size(int bins, int size, int rank)
{
    return bins / size + (rank < bins % size);
}

int block_start(int bins, int size, int rank)
{
    int longer = bins % size;

    return bins / size * rank + (rank < longer ? rank : longer);
}

void histogram_create(struct Histogram *histogram, int bins, MPI_Comm comm)
{
    MPI_Aint bytes;

    histogram->comm = comm;
    histogram->bins = bins;
    TRY(MPI_Comm_rank(comm, &histogram->rank));
    TRY(MPI_Comm_size(comm, &histogram->size));
    histogram->own = block_size(bins, histogram->size, histogram->rank);
    histogram->batch = calloc((size_t)bins, sizeof *histogram->batch);
    if (histogram->batch == NULL)
        give_up("calloc", MPI_ERR_NO_MEM, __FILE__, __LINE__);

    bytes = (MPI_Aint)histogram->own * (MPI_Aint)sizeof(int64_t);
    TRY(MPI_Win_allocate(bytes, (int)sizeof(int64_t), MPI_INFO_NULL, comm, &histogram->counts, &histogram->win));
    for (int i = 0; i < histogram->own; i++)
        histogram->counts[i] = 0;
    TRY(MPI_Win_lock_all(0, histogram->win));
    TRY(MPI_Win_sync(histogram->win));
    TRY(MPI_Barrier(comm));
}

void histogram_destroy(struct Histogram *histogram)
{
    TRY(MPI_Win_unlock_all(histogram->win));
    TRY(MPI_Win_free(&histogram->win));
    free(histogram->batch);
    histogram->batch = NULL;
}

/* The high bits of a linear congruential generator, uniform in 0 .. 1. */
static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* The mean of four uniform numbers falls into the middle bins most often. */
static int draw_bin(uint64_t *state, int bins)
{
    double mean = 0.25 * (uniform(state) + uniform(state) + uniform(state) + uniform(state));
    int bin = (int)(mean * bins);

    return bin < bins ? bin : bins - 1;
}

void histogram_add(struct Histogram *histogram, uint64_t *generator, int amount)
{
    /* The accumulates of the batch before may still read the counts. */
    TRY(MPI_Win_flush_local_all(histogram->win));
    memset(histogram->batch, 0, (size_t)histogram->bins * sizeof *histogram->batch);
    for (int i = 0; i < amount; i++)
        histogram->batch[draw_bin(generator, histogram->bins)]++;

    for (int owner = 0; owner < histogram->size; owner++) {
        MPI_Win win = histogram->win;
        const int64_t *part = histogram->batch + block_start(histogram->bins, histogram->size, owner);
        int count = block_size(histogram->bins, histogram->size, owner);

        if (count > 0)
            TRY(MPI_Accumulate(part, count, MPI_INT64_T, owner, 0, count, MPI_INT64_T, MPI_SUM, win)); //@ ADD
    }
}

void histogram_fetch(struct Histogram *histogram, int64_t *all)
{
    for (int owner = 0; owner < histogram->size; owner++) {
        int64_t *part = all + block_start(histogram->bins, histogram->size, owner);
        int count = block_size(histogram->bins, histogram->size, owner);

        if (count > 0)
            TRY(MPI_Get(part, count, MPI_INT64_T, owner, 0, count, MPI_INT64_T, histogram->win)); //@ FETCH
    }
    TRY(MPI_Win_flush_all(histogram->win));
}
