/* A global counter in the memory of rank 0 that all ranks update with one atomic operation. */
#ifndef WORKQUEUE_COUNTER_H
#define WORKQUEUE_COUNTER_H

#include <mpi.h>
#include <stdint.h>

struct Counter {
    MPI_Win window; /* one int64_t on rank 0, nothing elsewhere */
};

/* Collective. */
void counter_create(struct Counter *counter, MPI_Comm comm, int64_t initial);
void counter_destroy(struct Counter *counter);

/* Adds `increment` and returns the value before; complete on return. */
int64_t counter_add(const struct Counter *counter, int64_t increment);

/* The value at some moment between call and return. */
int64_t counter_read(const struct Counter *counter);

#endif
