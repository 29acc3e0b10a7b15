#include "queue.h"

#include "check.h"

#include <stddef.h>
#include <string.h>

static const MPI_Aint HEAD = offsetof(struct Board, head), TAIL = offsetof(struct Board, tail);

void queue_create(struct Queue *queue, MPI_Comm comm)
{
    memset(queue, 0, sizeof *queue);
    queue->comm = comm;
    MPI_CALL(MPI_Comm_rank(comm, &queue->rank));
    MPI_CALL(MPI_Comm_size(comm, &queue->size));
    MPI_CALL(MPI_Win_allocate((MPI_Aint)sizeof(struct Board), 1, MPI_INFO_NULL, comm, &queue->own, &queue->win));

    MPI_CALL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, queue->rank, 0, queue->win));
    memset(queue->own, 0, sizeof *queue->own);
    MPI_CALL(MPI_Win_unlock(queue->rank, queue->win));
    /* Locks exclude, they do not order: the others come later. */
    MPI_CALL(MPI_Barrier(comm));
}

void queue_destroy(struct Queue *queue)
{
    MPI_CALL(MPI_Win_free(&queue->win));
    queue->own = NULL;
}

/* One atomic operation on head or tail of the board that has been entered; returns the value before. */
static int64_t atomic(const struct Queue *queue, int owner, MPI_Aint word, int64_t amount, MPI_Op op)
{
    int64_t before = 0;

    MPI_CALL(MPI_Fetch_and_op(&amount, &before, MPI_INT64_T, owner, word, op, queue->win)); //@ ATOMIC
    MPI_CALL(MPI_Win_flush(owner, queue->win));
    return before;
}

static int64_t read_word(const struct Queue *queue, int owner, MPI_Aint word)
{
    return atomic(queue, owner, word, 0, MPI_NO_OP);
}

static MPI_Aint slot(int64_t position)
{
    return (MPI_Aint)(offsetof(struct Board, slots) + (size_t)(position % CAPACITY) * sizeof(struct Task));
}

int queue_push(struct Queue *queue, const struct Task *tasks, int count)
{
    const int bytes = (int)sizeof(struct Task), owner = queue->rank;
    int64_t head, tail;
    int room;

    queue_enter(queue, owner);
    head = read_word(queue, owner, HEAD);
    tail = read_word(queue, owner, TAIL);
    room = tail - head + count <= CAPACITY;
    if (room) {
        for (int i = 0; i < count; i++)
            MPI_CALL(MPI_Put(&tasks[i], bytes, MPI_BYTE, owner, slot(tail + i), bytes, MPI_BYTE, queue->win)); //@ FILL
        atomic(queue, owner, TAIL, count, MPI_SUM);
        queue->pushed += count;
    }
    queue_leave(queue, owner);
    return room;
}

int queue_pop(struct Queue *queue, struct Task *task)
{
    const int bytes = (int)sizeof(struct Task), owner = queue->rank;
    int64_t head, tail;
    int found;

    queue_enter(queue, owner);
    head = read_word(queue, owner, HEAD);
    tail = read_word(queue, owner, TAIL);
    found = tail > head;
    if (found) {
        MPI_CALL(MPI_Get(task, bytes, MPI_BYTE, owner, slot(tail - 1), bytes, MPI_BYTE, queue->win));
        atomic(queue, owner, TAIL, -1, MPI_SUM);
    }
    queue_leave(queue, owner);
    return found;
}

int queue_steal(struct Queue *queue, int victim, struct Task loot[LOOT])
{
    const int bytes = (int)sizeof(struct Task);
    int64_t head, half;
    int taken;

    queue_enter(queue, victim);
    head = read_word(queue, victim, HEAD);
    half = (read_word(queue, victim, TAIL) - head + 1) / 2;
    taken = half < LOOT ? (int)half : LOOT;
    if (taken > 0) {
        for (int i = 0; i < taken; i++)
            MPI_CALL(MPI_Get(&loot[i], bytes, MPI_BYTE, victim, slot(head + i), bytes, MPI_BYTE, queue->win)); //@ TAKE
        atomic(queue, victim, HEAD, taken, MPI_SUM);
        queue->stolen += taken;
    }
    queue_leave(queue, victim);
    return taken;
}
