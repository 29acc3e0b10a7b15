/*
 * A list in a dynamic window, whose first node is rank 0's. Each process appends a node: it claims the last node by a compare-and-swap of the
 * rank of the next one, and then sets the address of the next one. Then each process walks over the list and gets the values.
 *
 * A process fills its node only when it has appended it: others may get the value at the same time (MPI 4.1, 12.7). Addresses are values that
 * were fetched, hence a warning. Happens with 2 or more processes.
 */
//@ expect: warning RMA202 A B
//@ twin: dynamic_appended_after_filled.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    long at, rank;
    double value;
} node;

static MPI_Win win;

static node *attached(MPI_Aint *at)
{
    node *n = malloc(sizeof *n);

    n->at = n->rank = -1;
    n->value = 0;
    MPI_Win_attach(win, n, sizeof *n);
    MPI_Get_address(n, at);
    return n;
}

static long fetched(long rank, long at)
{
    long none = 0, found;

    MPI_Fetch_and_op(&none, &found, MPI_LONG, (int)rank, at, MPI_NO_OP, win);
    MPI_Win_flush((int)rank, win);
    return found;
}

int main(int argc, char **argv)
{
    int me;
    MPI_Aint own = 0;
    double got, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (me == 0)
        attached(&own);
    long head = own;
    MPI_Bcast(&head, 1, MPI_LONG, 0, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    node *n = attached(&own);
    long rank = 0, at = head;
    for (;;) {
        long none = -1, mine = me, next, old, here = own;

        MPI_Compare_and_swap(&mine, &none, &next, MPI_LONG, (int)rank, at + 8, win);
        MPI_Win_flush((int)rank, win);
        if (next == -1) {
            MPI_Fetch_and_op(&here, &old, MPI_LONG, (int)rank, at, MPI_REPLACE, win);
            MPI_Win_flush((int)rank, win);
            break;
        }
        long there;
        do
            there = fetched(rank, at);
        while (there == -1);
        rank = next;
        at = there;
    }
    n->value = me; //@ B
    rank = 0;
    at = head;
    for (;;) {
        long next = fetched(rank, at + 8);

        if (next == -1)
            break;
        long there;
        do
            there = fetched(rank, at);
        while (there == -1);
        MPI_Get(&got, 1, MPI_DOUBLE, (int)next, there + 16, 1, MPI_DOUBLE, win); //@ A
        MPI_Win_flush((int)next, win);
        sum += got;
        rank = next;
        at = there;
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
