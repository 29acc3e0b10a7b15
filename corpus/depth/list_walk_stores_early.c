// Messages stand in a linked list of three nodes on the heap; each node's payload is put. The list is walked again to clear the payloads,
// before the flush.
//
// MPI 4.1, 12.7.1: an origin buffer must not be updated before its put completes at the origin.
//@ expect: error RMA101 PUT CLEAR
//@ twin: list_walk_stores_late.c
#include <mpi.h>
#include <stdlib.h>

struct node {
    int payload[4];
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    for (int i = 0; i < 4; i++)
        n->payload[i] = value + i;
    n->next = head;
    return n;
}

static void send(const struct node *n, int target, int slot, MPI_Win win) {
    MPI_Put(n->payload, 4, MPI_INT, target, 4 * slot, 4, MPI_INT, win); //@ PUT
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win win;
    MPI_Win_allocate(12 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct node *head = push(push(push(NULL, rank), rank + 1), rank + 2);
    int next = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    send(head, next, 0, win);
    send(head->next, next, 1, win);
    send(head->next->next, next, 2, win);
    head->next->next->payload[0] = 0; //@ CLEAR
    MPI_Win_flush_local(next, win);
    while (head) {
        struct node *n = head;
        head = n->next;
        MPI_Win_flush(next, win);
        free(n);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
