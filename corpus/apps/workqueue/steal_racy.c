/* Stealing, racy version: the loot is counted inside the lock, while its get may still write it. */
#include "check.h"
#include "queue.h"

#include <stddef.h>

static void count_loot(struct Queue *queue, const struct Task *loot, int taken)
{
    queue->stolen += taken;
    for (int i = 0; i < taken; i++)
        queue->stolen_width += loot[i].right - loot[i].left; //@ COUNT
}

int queue_steal(struct Queue *queue, int victim, struct Task *loot)
{
    struct Bounds bounds;
    int taken = 0;

    MPI_DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, victim, 0, queue->window));
    MPI_DO(MPI_Get(&bounds, 2, MPI_INT64_T, victim, offsetof(struct QueueMemory, bounds), 2, MPI_INT64_T,
                   queue->window));
    /* A get that is complete at the origin has also read its target. */
    MPI_DO(MPI_Win_flush_local(victim, queue->window));

    /* A single task stays: two idle ranks could hand it to and fro. */
    if (bounds.tail - bounds.head > 1) {
        int64_t half = (bounds.tail - bounds.head) / 2;
        MPI_Aint first = (MPI_Aint)(offsetof(struct QueueMemory, tasks) + (size_t)bounds.head * sizeof *loot);

        taken = half < LOOT_LIMIT ? (int)half : LOOT_LIMIT;
        MPI_DO(MPI_Get(loot, taken * TASK_DOUBLES, MPI_DOUBLE, victim, first, taken * TASK_DOUBLES, MPI_DOUBLE, //@ LOOT
                       queue->window));
        bounds.head += taken;
        MPI_DO(MPI_Put(&bounds.head, 1, MPI_INT64_T, victim, offsetof(struct QueueMemory, bounds.head), 1,
                       MPI_INT64_T, queue->window));
    }
    count_loot(queue, loot, taken);
    MPI_DO(MPI_Win_unlock(victim, queue->window));
    return taken;
}
