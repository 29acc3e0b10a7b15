/* The outbox is cleared while the put may still read it: MPI 4.1, 12.3, the origin buffer must not be updated
   before the operation has completed at the origin, which the fence does. */
#include "ring.h"

void ring_step(ring_t *ring, int value)
{
    ring->outbox = value;
    MPI_Put(&ring->outbox, 1, MPI_INT, ring->right, 0, 1, MPI_INT, ring->window); //@ PUT
    ring->outbox = 0; //@ CLEAR
    MPI_Win_fence(0, ring->window);
}
