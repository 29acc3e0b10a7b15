/*
 * A list in a dynamic window: rank 0 has its head, and each process links a node of its own behind it, by an atomic replacement of rank and
 * address. Then each process fetches the link and gets the value of the node there.
 *
 * A process fills its node before it links it, and a barrier separates that from the gets.
 */
//@ expect: none
//@ twin: dynamic_linked_before_filled.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    long next[2];
    double value;
} node;

static node *attached(MPI_Win win, MPI_Aint *at)
{
    node *n = malloc(sizeof *n);

    n->next[0] = n->next[1] = -1;
    MPI_Win_attach(win, n, sizeof *n);
    MPI_Get_address(n, at);
    return n;
}

int main(int argc, char **argv)
{
    int rank;
    long head, own[2], next[2];
    double got = 0;
    MPI_Win win;
    MPI_Aint at = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0)
        attached(win, &at);
    head = at;
    MPI_Bcast(&head, 1, MPI_LONG, 0, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    node *n = attached(win, &at);
    n->value = rank;
    own[0] = rank;
    own[1] = at;
    MPI_Accumulate(own, 2, MPI_LONG, 0, head, 2, MPI_LONG, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get_accumulate(NULL, 0, MPI_LONG, next, 2, MPI_LONG, 0, head, 2, MPI_LONG, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    if (next[0] >= 0) {
        MPI_Get(&got, 1, MPI_DOUBLE, (int)next[0], next[1] + 16, 1, MPI_DOUBLE, win);
        MPI_Win_flush((int)next[0], win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", got);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
