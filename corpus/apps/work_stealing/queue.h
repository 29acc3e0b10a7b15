/*
 * One task queue per rank in a window. The owner pushes and pops at the tail, thieves take from the head. Head and tail
 * are moved by MPI_Fetch_and_op, tasks by MPI_Put and MPI_Get, all while the owner's part of the window is locked.
 */
#ifndef STEALING_QUEUE_H
#define STEALING_QUEUE_H

#include "task.h"

#include <mpi.h>
#include <stdint.h>

enum { CAPACITY = 512, LOOT = 8 };

/* The part of one rank; displacements are in bytes. Slots head .. tail - 1, modulo CAPACITY, are filled. */
struct Board {
    int64_t head, tail;
    struct Task slots[CAPACITY];
};

struct Queue {
    MPI_Comm comm;
    MPI_Win win;
    struct Board *own;
    int rank, size;
    int64_t pushed, stolen;
};

/* queue.c; create and destroy are collective. */
void queue_create(struct Queue *queue, MPI_Comm comm);
void queue_destroy(struct Queue *queue);

/* Adds all tasks or, for want of room, none; returns whether it did. */
int queue_push(struct Queue *queue, const struct Task *tasks, int count);

/* Takes the newest own task; returns 0 when there is none. */
int queue_pop(struct Queue *queue, struct Task *task);

/* Takes up to LOOT of the oldest tasks of `victim`, at most half of them; returns how many. */
int queue_steal(struct Queue *queue, int victim, struct Task loot[LOOT]);

/* access_*.c: access to the board of `owner`, from enter to leave. */
void queue_enter(const struct Queue *queue, int owner);
void queue_leave(const struct Queue *queue, int owner);

/* waiting_*.c: number of own tasks that wait. */
int64_t queue_waiting(const struct Queue *queue);

#endif
