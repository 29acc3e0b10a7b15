/* A histogram whose bins are distributed over the ranks in blocks; counts are added with MPI_Accumulate. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#define TRY(call)                                  \
    do {                                           \
        int rc_ = (call);                          \
        if (rc_ != MPI_SUCCESS)                    \
            give_up(#call, rc_, __FILE__, __LINE__); \
    } while (0)

_Noreturn void give_up(const char *what, int code, const char *file, int line);

struct Histogram {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size;
    int bins;        /* of the whole histogram */
    int own;         /* bins of this rank; 0 when there are more ranks than bins */
    int64_t *counts; /* window memory: the own bins */
    int64_t *batch;  /* private: counts of all bins that are not yet added */
};

/* What an owner sees in its bins after a round. */
struct Summary {
    int64_t total;
    int64_t largest;
};

int block_size(int bins, int size, int rank);
int block_start(int bins, int size, int rank);

/* Collective; all counts are 0 and all ranks may add on return. */
void histogram_create(struct Histogram *histogram, int bins, MPI_Comm comm);
void histogram_destroy(struct Histogram *histogram);

/* Counts `amount` values of the generator and adds them; they need not have arrived on return. */
void histogram_add(struct Histogram *histogram, uint64_t *generator, int amount);

/* Copies all bins to `all`. Collective order is up to the caller. */
void histogram_fetch(struct Histogram *histogram, int64_t *all);

/* round_*.c: collective, ends a round. */
struct Summary histogram_end_round(struct Histogram *histogram);

#endif
