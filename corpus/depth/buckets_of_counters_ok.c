/*
 * Each round puts a block to the neighbour and counts what is in it, in a hash table of nodes that are allocated on the way.
 *
 * The block is filled anew in the next round, when a flush has completed the put (MPI 4.1, 12.5.4). Which bucket and which node is counted in, the data decide; but all that the table leads to are its nodes.
 */
//@ expect: none
//@ twin: buckets_of_counters_race.c
#include <mpi.h>
#include <stdlib.h>

enum { BLOCK = 16, BUCKETS = 8, ROUNDS = 4 };

struct node {
    struct node *next;
    long key, count;
};

struct work {
    struct node *bucket[BUCKETS];
    double *block, *window;
    MPI_Win win;
    int neighbour;
};

static void count(struct work *w, long key)
{
    struct node **bucket = &w->bucket[(unsigned long)key % BUCKETS];

    for (struct node *n = *bucket; n; n = n->next)
        if (n->key == key) {
            n->count++;
            return;
        }
    struct node *n = malloc(sizeof *n);
    if (!n)
        MPI_Abort(MPI_COMM_WORLD, 1);
    n->key = key;
    n->count = 1;
    n->next = *bucket;
    *bucket = n;
}

static void fill(struct work *w, int round)
{
    for (int i = 0; i < BLOCK; i++)
        w->block[i] = 0.25 * i + round;
}

static void send(struct work *w)
{
    MPI_Put(w->block, BLOCK, MPI_DOUBLE, w->neighbour, 0, BLOCK, MPI_DOUBLE, w->win);
}

static void forget(struct work *w)
{
    for (int b = 0; b < BUCKETS; b++)
        while (w->bucket[b]) {
            struct node *n = w->bucket[b];
            w->bucket[b] = n->next;
            free(n);
        }
}

int main(int argc, char **argv)
{
    int rank, size;
    struct work *w = calloc(1, sizeof *w);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!w || !(w->block = malloc(BLOCK * sizeof *w->block)))
        MPI_Abort(MPI_COMM_WORLD, 1);
    w->neighbour = (rank + 1) % size;
    MPI_Win_allocate(BLOCK * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w->window, &w->win);
    MPI_Win_lock_all(0, w->win);
    for (int round = 0; round < ROUNDS; round++) {
        fill(w, round);
        for (int i = 0; i < BLOCK; i++)
            count(w, (long)w->block[i]);
        send(w);
        MPI_Win_flush(w->neighbour, w->win);
    }
    MPI_Win_unlock_all(w->win);
    forget(w);
    MPI_Win_free(&w->win);
    free(w->block);
    free(w);
    MPI_Finalize();
    return 0;
}
