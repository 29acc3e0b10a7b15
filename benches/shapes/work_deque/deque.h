/* Double-ended queues of intervals, one in the window of each process. */
#ifndef DEQUE_H
#define DEQUE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MPI_TRY(call)                                                                                                  \
    do {                                                                                                               \
        int rc_ = (call);                                                                                              \
        if (rc_ != MPI_SUCCESS) {                                                                                      \
            fprintf(stderr, "%s:%d: MPI error %d\n", __FILE__, __LINE__, rc_);                                         \
            MPI_Abort(MPI_COMM_WORLD, rc_);                                                                            \
        }                                                                                                              \
    } while (0)

typedef struct {
    double left;
    double right;
    double f_left;
    double f_right;
    double tolerance;
    double depth;
} Task;

#define TASK_DOUBLES ((int)(sizeof(Task) / sizeof(double)))

/* What lies at the start of the window. Tasks from head to tail are waiting; the owner works at the tail, thieves
 * take from the head. Both only grow; a task has its place at its number modulo the capacity. */
typedef struct {
    long head;
    long tail;
    long dropped;
    long unused;
} Header;

typedef struct {
    MPI_Comm comm;
    MPI_Win win;
    int rank;
    int size;
    long capacity;
    Header *header;
    Task *tasks;
} Deque;

typedef struct {
    long pushed;
    long popped;
    long attempts;
    long steals;
    long stolen;
    long max_length;
} DequeStats;

void deque_create(Deque *deque, long capacity, MPI_Comm comm);
void deque_free(Deque *deque);

/* By the owner. Return the number of tasks moved, 0 or 1. */
int deque_push(Deque *deque, const Task *task, DequeStats *stats);
int deque_pop(Deque *deque, Task *task, DequeStats *stats);

/* Takes half of what waits at the victim, at most max tasks, and returns the number. */
int deque_steal(Deque *deque, int victim, Task *into, int max, DequeStats *stats);

#endif
