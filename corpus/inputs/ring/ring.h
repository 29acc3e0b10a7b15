/* A value that travels round the processes, through windows. */
#ifndef RING_H
#define RING_H

#include <mpi.h>

typedef struct {
    MPI_Win window;
    int *slot;  /* the memory of the window: the neighbour puts here */
    int outbox; /* what is being sent */
    int right;
    int size;
} ring_t;

void ring_open(ring_t *ring);
void ring_close(ring_t *ring);

/* Sends the value to the right and prepares the next one: in step_clean.c or step_racy.c. */
void ring_step(ring_t *ring, int value);

/* What to send in a step. */
int ring_value(int rank, int step);

#endif
