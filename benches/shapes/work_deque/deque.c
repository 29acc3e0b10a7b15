#include "deque.h"
#include <stddef.h>
#include <string.h>

void deque_create(Deque *deque, long capacity, MPI_Comm comm)
{
    void *base = NULL;

    MPI_TRY(MPI_Comm_dup(comm, &deque->comm));
    MPI_TRY(MPI_Comm_rank(deque->comm, &deque->rank));
    MPI_TRY(MPI_Comm_size(deque->comm, &deque->size));
    deque->capacity = capacity;
    MPI_TRY(MPI_Win_allocate((MPI_Aint)(sizeof(Header) + (size_t)capacity * sizeof(Task)), 1, MPI_INFO_NULL,
                             deque->comm, &base, &deque->win));
    deque->header = base;
    deque->tasks = (Task *)((char *)base + sizeof(Header));

    MPI_TRY(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, deque->rank, 0, deque->win));
    memset(deque->header, 0, sizeof *deque->header);
    MPI_TRY(MPI_Win_unlock(deque->rank, deque->win));
    MPI_TRY(MPI_Barrier(deque->comm));
}

void deque_free(Deque *deque)
{
    MPI_TRY(MPI_Barrier(deque->comm));
    MPI_TRY(MPI_Win_free(&deque->win));
    MPI_TRY(MPI_Comm_free(&deque->comm));
    deque->header = NULL;
    deque->tasks = NULL;
}

int deque_push(Deque *deque, const Task *task, DequeStats *stats)
{
    int pushed = 0;
    long length;

    MPI_TRY(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, deque->rank, 0, deque->win));
    length = deque->header->tail - deque->header->head;
    if (length < deque->capacity) {
        deque->tasks[deque->header->tail % deque->capacity] = *task;
        deque->header->tail++;
        pushed = 1;
        length++;
    } else {
        deque->header->dropped++;
    }
    MPI_TRY(MPI_Win_unlock(deque->rank, deque->win));

    stats->pushed += pushed;
    if (length > stats->max_length) {
        stats->max_length = length;
    }
    return pushed;
}

int deque_pop(Deque *deque, Task *task, DequeStats *stats)
{
    int popped = 0;

#ifdef RACY
    /* Not worth a lock if there is nothing. */
    if (deque->header->head == deque->header->tail) { //@ LOAD
        return 0;
    }
#endif
    MPI_TRY(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, deque->rank, 0, deque->win));
    if (deque->header->head < deque->header->tail) {
        deque->header->tail--;
        *task = deque->tasks[deque->header->tail % deque->capacity];
        popped = 1;
    }
    MPI_TRY(MPI_Win_unlock(deque->rank, deque->win));

    stats->popped += popped;
    return popped;
}

/* Fetches `count` tasks of the victim from number `first` on; the places may wrap around. */
static void fetch_tasks(const Deque *deque, int victim, long first, int count, Task *into)
{
    const long place = first % deque->capacity;
    const int until_end = place + count > deque->capacity ? (int)(deque->capacity - place) : count;
    const MPI_Aint offset = (MPI_Aint)sizeof(Header) + (MPI_Aint)place * (MPI_Aint)sizeof(Task);

    MPI_TRY(MPI_Get(into, until_end * TASK_DOUBLES, MPI_DOUBLE, victim, offset, until_end * TASK_DOUBLES, MPI_DOUBLE,
                    deque->win));
    if (until_end < count) {
        const int rest = (count - until_end) * TASK_DOUBLES;

        MPI_TRY(MPI_Get(into + until_end, rest, MPI_DOUBLE, victim, (MPI_Aint)sizeof(Header), rest, MPI_DOUBLE,
                        deque->win));
    }
}

int deque_steal(Deque *deque, int victim, Task *into, int max, DequeStats *stats)
{
    Header header;
    long available;
    int count = 0;

    stats->attempts++;
    MPI_TRY(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, victim, 0, deque->win));
    MPI_TRY(MPI_Get(&header, (int)sizeof header, MPI_BYTE, victim, 0, (int)sizeof header, MPI_BYTE, deque->win));
    MPI_TRY(MPI_Win_flush(victim, deque->win));

    available = header.tail - header.head;
    if (available > 0) {
        count = (int)((available + 1) / 2);
        if (count > max) {
            count = max;
        }
        fetch_tasks(deque, victim, header.head, count, into);
        header.head += count;
        MPI_TRY(MPI_Put(&header.head, 1, MPI_LONG, victim, (MPI_Aint)offsetof(Header, head), 1, MPI_LONG, deque->win)); //@ PUT
    }
    MPI_TRY(MPI_Win_unlock(victim, deque->win));

    if (count > 0) {
        stats->steals++;
        stats->stolen += count;
    }
    return count;
}
