/* An allgatherv over a segment: blocks of different sizes, one of each process, all to all. */
#ifndef GATHER_H
#define GATHER_H

#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const gaspi_return_t try_ = (call);                                                                            \
        if (try_ != GASPI_SUCCESS) {                                                                                   \
            fail(__FILE__, __LINE__, #call, (int)try_);                                                                \
        }                                                                                                              \
    } while (0)

void fail(const char *file, int line, const char *what, int code);

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t size;
    gaspi_segment_id_t segment;
    gaspi_queue_id_t first_queue;
    gaspi_number_t queues;
    gaspi_number_t queue_depth;
    gaspi_size_t transfer_max; /* bytes of one write at most */
    long *counts;              /* elements of each process */
    long *starts;              /* where its block starts, in elements */
    long total;
    double *data; /* [total], the segment */
    long writes;
} Gather;

/* Collective; all give the same counts. */
void gather_create(Gather *gather, gaspi_segment_id_t segment, const long *counts);
void gather_destroy(Gather *gather);

/* Collective. The own block is in its place; behind the call all blocks are in theirs. The own block may be changed when
 * gather_wait has returned, others must not be in need of it any more. */
void gather_round_robin(Gather *gather);
void gather_ring(Gather *gather);
void gather_wait(const Gather *gather);

#endif
