/*
 * A ring of ranks that hand blocks of numbers to the right. The inboxes are attached to a dynamic window; their
 * addresses are exchanged once. Order comes from messages between neighbours only, there is no barrier.
 */
#ifndef RING_PASSING_RING_H
#define RING_PASSING_RING_H

#include <mpi.h>

#define MPI_OR_EXIT(call) mpi_or_exit((call), #call, __FILE__, __LINE__)

void mpi_or_exit(int code, const char *call, const char *file, int line);
double *double_array(int length);

struct Ring {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size, left, right;
    int length;          /* numbers in a block; the same on all ranks */
    double *inbox;       /* attached to the window */
    MPI_Aint *addresses; /* of the inboxes of all ranks */
};

/* ring.c; collective */
void ring_create(struct Ring *ring, int length, MPI_Comm comm);
void ring_destroy(struct Ring *ring);

/* Sends a token to one neighbour and takes the one that comes from the other. */
void ring_token(const struct Ring *ring, int to, int from, int tag);

enum { TAG_ARRIVED = 1, TAG_TAKEN = 2 };

/* pass_*.c: collective; replaces `block` by the block of the left neighbour */
void ring_pass(struct Ring *ring, double *block);

#endif
