/*
 * A checkpoint in four parts, with the requests in a structure in front of the window and the partner; a value changes behind the puts.
 *
 * MPI_Waitall completes the four puts at their origin (MPI 4.1, 12.3.5); it changes the requests, not what stands behind them.
 */
//@ expect: none
//@ twin: checkpoint_changed_before_waitall.c
#include <mpi.h>

enum { PARTS = 4, LENGTH = 16 };

struct checkpoint {
    MPI_Request requests[PARTS];
    MPI_Win win;
    int partner;
};

static void save(struct checkpoint *c, const double *values)
{
    for (int k = 0; k < PARTS; k++)
        MPI_Rput(values + k * LENGTH, LENGTH, MPI_DOUBLE, c->partner, k * LENGTH, LENGTH, MPI_DOUBLE, c->win,
                 &c->requests[k]);
}

int main(int argc, char **argv)
{
    double *memory, values[PARTS * LENGTH] = {0};
    struct checkpoint c;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    c.partner = (rank + 1) % size;
    MPI_Win_allocate(sizeof(values), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &c.win);

    MPI_Win_lock_all(0, c.win);
    save(&c, values);
    MPI_Waitall(PARTS, c.requests, MPI_STATUSES_IGNORE);
    values[LENGTH] += 1;
    MPI_Win_flush(c.partner, c.win);
    MPI_Win_unlock_all(c.win);

    MPI_Win_free(&c.win);
    MPI_Finalize();
    return 0;
}
