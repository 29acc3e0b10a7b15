/*
 * Labels of a graph: each process finds its edges by a hash of both ends, gets the labels of the neighbours of its vertices, and
 * takes the least. It compares many pairs of vertices before the first get.
 *
 * The flush completes the gets of the process itself; another process may still get a label that it stores to (MPI 4.1, 12.5.4 and 12.7).
 * Whether it stores depends on labels that it has got. Happens with 2 or more processes.
 */
//@ expect: warning RMA202 A B
//@ twin: graph_labels_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

/* Both ends find the same edges. */
static int has_edge(unsigned a, unsigned b)
{
    return a != b && mix(a < b ? a * 65599U + b : b * 65599U + a) % 1000 < 20;
}

int main(int argc, char **argv)
{
    int rank, size, block = argc > 1 ? atoi(argv[1]) : 400, edges = 0;
    int *label, *next, *start, *end, *seen;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (block < 20)
        MPI_Abort(MPI_COMM_WORLD, 1);
    start = malloc(((size_t)block + 1) * sizeof *start);
    end = malloc((size_t)block * (size_t)block * (size_t)size * sizeof *end);
    for (int v = 0; v < block; v++) {
        start[v] = edges;
        for (int u = 0; u < block * size; u++)
            if (has_edge((unsigned)(rank * block + v), (unsigned)u))
                end[edges++] = u;
    }
    start[block] = edges;
    seen = malloc(((size_t)edges + 1) * sizeof *seen);
    next = malloc((size_t)block * sizeof *next);
    MPI_Win_allocate(block * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &label, &win);
    for (int v = 0; v < block; v++)
        label[v] = rank * block + v;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    for (int pass = 0; pass < 4; pass++) {
        for (int e = 0; e < edges; e++)
            MPI_Get(&seen[e], 1, MPI_INT, end[e] / block, end[e] % block, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win);
        for (int v = 0; v < block; v++) {
            next[v] = label[v];
            for (int e = start[v]; e < start[v + 1]; e++)
                if (seen[e] < next[v])
                    next[v] = seen[e];
        }
        for (int v = 0; v < block; v++)
            if (next[v] < label[v])
                label[v] = next[v]; //@ B
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: %d edges, first label %d\n", rank, edges, label[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
