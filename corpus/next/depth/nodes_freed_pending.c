/*
 * The nodes of a list are origins of accumulates, and are freed one after another.
 *
 * They are freed before the unlock that completes the accumulates (MPI 4.1, 12.3).
 */
//@ expect: error RMA402 ACC FREE
//@ twin: nodes_freed_done.c
#include <mpi.h>
#include <stdlib.h>

enum { NODES = 8, LENGTH = 8 };

struct node {
    struct node *next;
    double values[LENGTH];
};

int main(int argc, char **argv)
{
    int rank;
    double *mem;
    struct node *head = NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(LENGTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < NODES; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            MPI_Abort(MPI_COMM_WORLD, 1);
        n->next = head;
        for (int k = 0; k < LENGTH; k++)
            n->values[k] = i + k;
        head = n;
    }

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1)
        for (struct node *n = head; n; n = n->next)
            MPI_Accumulate(n->values, LENGTH, MPI_DOUBLE, 0, 0, LENGTH, MPI_DOUBLE, MPI_SUM, win); //@ ACC
    while (head) {
        struct node *n = head->next;
        free(head); //@ FREE
        head = n;
    }
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
