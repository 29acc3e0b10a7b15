/* Access to a board, correct version: whoever is there is alone. */
#include "check.h"
#include "queue.h"

void queue_enter(const struct Queue *queue, int owner)
{
    MPI_CALL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner, 0, queue->win));
}

void queue_leave(const struct Queue *queue, int owner)
{
    MPI_CALL(MPI_Win_unlock(owner, queue->win));
}
