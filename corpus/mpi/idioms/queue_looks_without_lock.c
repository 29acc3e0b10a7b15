/*
 * Work stealing: each process empties its own queue from the tail and then takes from the heads of others.
 *
 * The owner looks without a lock whether its queue is empty: the load of the head meets the put of a thief (MPI 4.1, 12.5.3). It does not
 * wait for that put: each round of its loop takes one item. Whether there is something to steal is a number that the thief reads.
 */
//@ expect: warning RMA201 A B
//@ twin: queue_looks_under_lock.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEAD, TAIL, FIRST };

/* Takes an item from the tail of the own queue. */
static int pop(long *queue, int rank, long capacity, MPI_Win win, long *item)
{
    int popped = 0;

    /* Not worth a lock if there is nothing. */
    if (queue[HEAD] == queue[TAIL]) //@ B
        return 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    if (queue[HEAD] < queue[TAIL]) {
        queue[TAIL]--;
        *item = queue[FIRST + queue[TAIL] % capacity];
        popped = 1;
    }
    MPI_Win_unlock(rank, win);
    return popped;
}

/* Takes an item from the head of another queue. */
static int steal(int victim, long capacity, MPI_Win win, long *item)
{
    long ends[2];
    int stolen = 0;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, victim, 0, win);
    MPI_Get(ends, 2, MPI_LONG, victim, HEAD, 2, MPI_LONG, win);
    MPI_Win_flush(victim, win);
    if (ends[HEAD] < ends[TAIL]) {
        MPI_Get(item, 1, MPI_LONG, victim, FIRST + ends[HEAD] % capacity, 1, MPI_LONG, win);
        ends[HEAD]++;
        MPI_Put(&ends[HEAD], 1, MPI_LONG, victim, HEAD, 1, MPI_LONG, win); //@ A
        stolen = 1;
    }
    MPI_Win_unlock(victim, win);
    return stolen;
}

int main(int argc, char **argv)
{
    int rank, size;
    long capacity = 64, item, done = 0, *queue;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((FIRST + capacity) * (MPI_Aint)sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &queue, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    queue[HEAD] = queue[TAIL] = 0;
    for (long i = 0; i < 8 * (rank + 1) && i < capacity; i++)
        queue[FIRST + queue[TAIL]++] = i;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    while (pop(queue, rank, capacity, win, &item))
        done += item;
    for (int k = 1; k < size; k++)
        if (steal((rank + k) % size, capacity, win, &item))
            done += item;
    printf("%d: %ld\n", rank, done);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
