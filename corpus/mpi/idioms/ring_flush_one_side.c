/*
 * Lock_all once at the start; each step puts a value to both neighbours, completes, meets at a barrier, reads
 * and meets again.
 *
 * Only the puts to the right are flushed; those to the left may arrive late (MPI 4.1, 12.5.4), beside the
 * load and beside the put of the next step. Happens with 3 or more processes.
 */
//@ expect: error RMA201 L C
//@ expect: error RMA203 L L
//@ twin: ring_flush_all.c
#include <mpi.h>
#include <stdio.h>

struct ring {
    int rank, size, left, right;
    double *ghost; /* from the left, from the right */
    MPI_Win win;
};

static void exchange(struct ring *r, double *value)
{
    MPI_Put(value, 1, MPI_DOUBLE, r->left, 1, 1, MPI_DOUBLE, r->win); //@ L
    MPI_Put(value, 1, MPI_DOUBLE, r->right, 0, 1, MPI_DOUBLE, r->win);
    MPI_Win_flush_local_all(r->win);
    MPI_Win_flush(r->right, r->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct ring r;
    double value;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r.size);
    if (r.size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    r.left = (r.rank + r.size - 1) % r.size;
    r.right = (r.rank + 1) % r.size;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &r.ghost, &r.win);
    value = r.rank;

    MPI_Win_lock_all(MPI_MODE_NOCHECK, r.win);
    for (int step = 0; step < 20; step++) {
        exchange(&r, &value);
        double from_left = r.ghost[0];
        double from_right = r.ghost[1]; //@ C
        value = 0.5 * value + 0.25 * (from_left + from_right);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(r.win);
    printf("%d: %g\n", r.rank, value);

    MPI_Win_free(&r.win);
    MPI_Finalize();
    return 0;
}
