/* A recursion counts the nodes of a tree while a put is pending. Whether the put is flushed before its buffer is written again, a structure on
 * the heap says that the recursion does not touch.
 *
 * It says no: the put may still read the buffer (MPI 4.1, 12.7.1).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: recursion_keeps_others_flushed.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct options {
    int flushes, *verbose;
};

static int count(int depth, int *most)
{
    if (depth > *most)
        *most = depth;
    if (depth >= 12)
        return 1;
    return 1 + count(depth + 1, most) + count(depth + 3, most);
}

static struct options *options_new(int flushes)
{
    struct options *o = malloc(sizeof *o);
    o->flushes = flushes;
    o->verbose = &o->flushes;
    return o;
}

int main(int argc, char **argv)
{
    int rank, size, most = 0;
    double *base, value = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct options *o = options_new(0);
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ PUT
    int nodes = count(0, &most);
    if (o->flushes)
        MPI_Win_flush_local_all(win);
    value = 2; //@ STORE
    MPI_Win_unlock_all(win);
    printf("%d nodes, %d deep\n", nodes, most);
    free(o);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
