/* How many tasks wait, correct version: the owner looks at its board while it holds the lock. */
#include "queue.h"

int64_t queue_waiting(const struct Queue *queue)
{
    int64_t waiting;

    queue_enter(queue, queue->rank);
    waiting = queue->own->tail - queue->own->head; //@ LOOK
    queue_leave(queue, queue->rank);
    return waiting;
}
