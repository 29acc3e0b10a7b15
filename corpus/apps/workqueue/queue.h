/*
 * One double-ended task queue per rank. The owner works at the tail, thieves take from the head. Whoever touches a
 * queue, its owner with loads and stores included, holds the exclusive lock on the owner's part of the window.
 */
#ifndef WORKQUEUE_QUEUE_H
#define WORKQUEUE_QUEUE_H

#include <mpi.h>
#include <stdint.h>

enum { QUEUE_CAPACITY = 1024, LOOT_LIMIT = 16, TASK_DOUBLES = 2 };

/* Integrate from `left` to `right`. */
struct Task {
    double left, right;
};

/* Tasks head .. tail - 1 of the array are waiting. */
struct Bounds {
    int64_t head, tail;
};

/* Layout of one rank's part of the window; displacements are in bytes. */
struct QueueMemory {
    struct Bounds bounds;
    struct Task tasks[QUEUE_CAPACITY];
};

struct Queue {
    MPI_Win window;
    struct QueueMemory *own;
    int rank, size;
    int64_t stolen;      /* tasks taken from others */
    double stolen_width; /* and the sum of their widths */
};

/* Collective; the queues are empty and open to all ranks on return. */
void queue_create(struct Queue *queue, MPI_Comm comm);
void queue_destroy(struct Queue *queue);

/* Adds `count` tasks to the own queue; returns 0 and adds none when there is no room. */
int queue_push(struct Queue *queue, const struct Task *tasks, int count);

/* Takes the newest task of the own queue; returns 0 when the queue is empty. */
int queue_pop(struct Queue *queue, struct Task *task);

/* Takes up to LOOT_LIMIT tasks, at most half of those waiting, from another rank's queue; returns how many. */
int queue_steal(struct Queue *queue, int victim, struct Task *loot);

#endif
