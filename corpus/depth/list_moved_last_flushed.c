/* A list of numbers fetched from all processes has room for two more each time it grows; before it moves, the process that was asked last is
 * flushed.
 *
 * That completes the operations to this process alone (MPI 4.1, 12.5.4: flush_local). The get of two turns ago went to another one and may be
 * pending when realloc ends the life of its buffer (12.7.1). From 3 processes on.
 */
//@ expect: error RMA402 GET GROW
//@ twin: list_moved_all_flushed.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct list {
    double *v;
    int n, room, last;
    MPI_Win win;
};

static double *next(struct list *l, int target)
{
    if (l->n == l->room) {
        if (l->n > 0)
            MPI_Win_flush_local(l->last, l->win);
        l->room += 2;
        l->v = realloc(l->v, (size_t)l->room * sizeof *l->v); //@ GROW
    }
    l->last = target;
    return &l->v[l->n++];
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    struct list l = {NULL, 0, 0, 0, MPI_WIN_NULL};
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &l.win);
    for (int i = 0; i < 8; i++)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, l.win);
    for (int t = 0; t < size; t++) {
        double *to = next(&l, t);
        MPI_Get(to, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, l.win); //@ GET
    }
    MPI_Win_flush_all(l.win);
    double s = 0;
    for (int t = 0; t < size; t++)
        s += l.v[t];
    MPI_Win_unlock_all(l.win);
    printf("%g\n", s);
    free(l.v);
    MPI_Win_free(&l.win);
    MPI_Finalize();
    return 0;
}
