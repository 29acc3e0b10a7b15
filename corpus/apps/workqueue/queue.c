#include "queue.h"

#include "check.h"

#include <string.h>

void queue_create(struct Queue *queue, MPI_Comm comm)
{
    memset(queue, 0, sizeof *queue);
    MPI_DO(MPI_Comm_rank(comm, &queue->rank));
    MPI_DO(MPI_Comm_size(comm, &queue->size));
    MPI_DO(MPI_Win_allocate((MPI_Aint)sizeof *queue->own, 1, MPI_INFO_NULL, comm, &queue->own, &queue->window));
    MPI_DO(MPI_Win_set_errhandler(queue->window, MPI_ERRORS_RETURN));

    MPI_DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, queue->rank, 0, queue->window));
    memset(queue->own, 0, sizeof *queue->own);
    MPI_DO(MPI_Win_unlock(queue->rank, queue->window));
    /* The lock alone does not say that the owner came first. */
    MPI_DO(MPI_Barrier(comm));
}

void queue_destroy(struct Queue *queue)
{
    MPI_DO(MPI_Win_free(&queue->window));
}

int queue_push(struct Queue *queue, const struct Task *tasks, int count)
{
    struct QueueMemory *own = queue->own;
    int64_t waiting;
    int room;

    MPI_DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, queue->rank, 0, queue->window));
    waiting = own->bounds.tail - own->bounds.head;
    room = waiting + count <= QUEUE_CAPACITY;
    if (room) {
        if (own->bounds.tail + count > QUEUE_CAPACITY) {
            memmove(own->tasks, own->tasks + own->bounds.head, (size_t)waiting * sizeof *own->tasks);
            own->bounds = (struct Bounds){.head = 0, .tail = waiting};
        }
        memcpy(own->tasks + own->bounds.tail, tasks, (size_t)count * sizeof *tasks);
        own->bounds.tail += count;
    }
    MPI_DO(MPI_Win_unlock(queue->rank, queue->window));
    return room;
}

int queue_pop(struct Queue *queue, struct Task *task)
{
    struct QueueMemory *own = queue->own;
    int filled;

    MPI_DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, queue->rank, 0, queue->window));
    filled = own->bounds.tail > own->bounds.head;
    if (filled)
        *task = own->tasks[--own->bounds.tail];
    MPI_DO(MPI_Win_unlock(queue->rank, queue->window));
    return filled;
}
