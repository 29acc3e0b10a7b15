/*
 * A bounded queue from rank 0 to rank 1: items lie in a ring of slots, head and tail are counters that both
 * sides read and change atomically.
 *
 * The head moves on before the item is complete at the target (MPI 4.1, 12.7.2). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: queue_item_flushed.c
#include <mpi.h>
#include <stdio.h>

enum { HEAD, TAIL, SLOTS, CAPACITY = 4, ITEMS = 100 };

static long ask(int cell, long add, MPI_Op op, MPI_Win win)
{
    long old;

    MPI_Fetch_and_op(&add, &old, MPI_LONG, 1, cell, op, win);
    MPI_Win_flush(1, win);
    return old;
}

static void produce(MPI_Win win)
{
    for (long i = 0; i < ITEMS; i++) {
        while (i - ask(TAIL, 0, MPI_NO_OP, win) >= CAPACITY)
            continue;
        MPI_Put(&i, 1, MPI_LONG, 1, SLOTS + i % CAPACITY, 1, MPI_LONG, win); //@ A
        MPI_Win_flush_local(1, win);
        ask(HEAD, 1, MPI_SUM, win);
    }
}

static long consume(const long *mem, MPI_Win win)
{
    long sum = 0;

    for (long i = 0; i < ITEMS; i++) {
        while (ask(HEAD, 0, MPI_NO_OP, win) <= i)
            continue;
        sum += mem[SLOTS + i % CAPACITY]; //@ B
        ask(TAIL, 1, MPI_SUM, win);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    long *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((SLOTS + CAPACITY) * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[HEAD] = mem[TAIL] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        produce(win);
    if (rank == 1)
        printf("%ld\n", consume(mem, win));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
