/* The queue lock of Mellor-Crummey and Scott on one-sided atomics. */
#ifndef MCS_H
#define MCS_H

#include <mpi.h>

struct Mcs {
    MPI_Win win;
    MPI_Comm comm;
    int *word; /* window memory, a cache line: NEXT, BLOCKED, TAIL (on rank 0 only) */
    int rank;
};

void mcs_create(struct Mcs *lock, MPI_Comm comm);
void mcs_acquire(struct Mcs *lock);
void mcs_release(struct Mcs *lock);
void mcs_free(struct Mcs *lock);

#endif
