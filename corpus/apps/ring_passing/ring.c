#include "ring.h"

#include <stdio.h>
#include <stdlib.h>

void mpi_or_exit(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (code == MPI_SUCCESS)
        return;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        length = 0;
    fprintf(stderr, "%s:%d: %s: %.*s\n", file, line, call, length, text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

double *double_array(int length)
{
    double *memory = malloc((size_t)length * sizeof *memory);

    if (memory == NULL)
        mpi_or_exit(MPI_ERR_NO_MEM, "malloc", __FILE__, __LINE__);
    return memory;
}

void ring_create(struct Ring *ring, int length, MPI_Comm comm)
{
    MPI_Aint own;

    MPI_OR_EXIT(MPI_Comm_dup(comm, &ring->comm));
    MPI_OR_EXIT(MPI_Comm_rank(ring->comm, &ring->rank));
    MPI_OR_EXIT(MPI_Comm_size(ring->comm, &ring->size));
    ring->right = (ring->rank + 1) % ring->size;
    ring->left = (ring->rank + ring->size - 1) % ring->size;
    ring->length = length;
    ring->inbox = double_array(length);
    for (int i = 0; i < length; i++)
        ring->inbox[i] = 0.0;
    ring->addresses = malloc((size_t)ring->size * sizeof *ring->addresses);
    if (ring->addresses == NULL)
        mpi_or_exit(MPI_ERR_NO_MEM, "malloc", __FILE__, __LINE__);

    MPI_OR_EXIT(MPI_Win_create_dynamic(MPI_INFO_NULL, ring->comm, &ring->win));
    MPI_OR_EXIT(MPI_Win_attach(ring->win, ring->inbox, (MPI_Aint)length * (MPI_Aint)sizeof(double)));
    MPI_OR_EXIT(MPI_Get_address(ring->inbox, &own));
    MPI_OR_EXIT(MPI_Win_lock_all(0, ring->win));
    /* Whoever has the address also knows that the memory is cleared and attached. */
    MPI_OR_EXIT(MPI_Win_sync(ring->win));
    MPI_OR_EXIT(MPI_Allgather(&own, 1, MPI_AINT, ring->addresses, 1, MPI_AINT, ring->comm));
}

void ring_destroy(struct Ring *ring)
{
    MPI_OR_EXIT(MPI_Win_unlock_all(ring->win));
    /* The left neighbour has completed its last put, at the latest in its unlock. */
    MPI_OR_EXIT(MPI_Barrier(ring->comm));
    MPI_OR_EXIT(MPI_Win_detach(ring->win, ring->inbox));
    MPI_OR_EXIT(MPI_Win_free(&ring->win));
    MPI_OR_EXIT(MPI_Comm_free(&ring->comm));
    free(ring->addresses);
    free(ring->inbox);
}

void ring_token(const struct Ring *ring, int to, int from, int tag)
{
    int sent = ring->rank, received = -1;

    MPI_OR_EXIT(MPI_Sendrecv(&sent, 1, MPI_INT, to, tag, &received, 1, MPI_INT, from, tag, ring->comm,
                             MPI_STATUS_IGNORE));
    if (received != from)
        mpi_or_exit(MPI_ERR_OTHER, "unexpected token", __FILE__, __LINE__);
}
