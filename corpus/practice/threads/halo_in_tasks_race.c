/*
 * A time loop in tasks: one task fetches the ghost cells of both neighbours into a buffer, one computes the inner cells, and one computes
 * the two outer cells when the ghosts are there. Processes meet at a barrier behind each step.
 *
 * The cells of now are the window and stay as they are while they are fetched; the new ones are in another array and are copied into the
 * window between two barriers of the processes, when all gets are complete.
 *
 * The race: the task of the outer cells depends on the new cells only, not on the ghosts. Another thread may run it while the gets of the
 * fetching task are pending (MPI 4.1, 12.3). On every process with two threads.
 */
//@ expect: error RMA102 GET OUTER
//@ twin: halo_in_tasks_ok.c
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct rod {
    MPI_Comm comm;
    MPI_Win win;
    int rank, left, right;
    int cells;
    double *now;     /* the window */
    double *next;
    double ghost[2]; /* of the left and of the right neighbour */
};

static void check(int code, const char *what)
{
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "%s failed\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void rod_create(struct rod *r, MPI_Comm comm, int cells)
{
    int size;

    check(MPI_Comm_rank(comm, &r->rank), "rank");
    check(MPI_Comm_size(comm, &size), "size");
    r->comm = comm;
    r->cells = cells;
    r->left = (r->rank + size - 1) % size;
    r->right = (r->rank + 1) % size;
    r->next = malloc((size_t)cells * sizeof(double));
    if (!r->next)
        MPI_Abort(comm, 1);
    check(MPI_Win_allocate((MPI_Aint)cells * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &r->now, &r->win), "window");
    for (int i = 0; i < cells; i++)
        r->now[i] = sin(0.01 * (r->rank * cells + i));
    check(MPI_Barrier(comm), "barrier");
    check(MPI_Win_lock_all(0, r->win), "lock_all");
}

static void rod_free(struct rod *r)
{
    check(MPI_Win_unlock_all(r->win), "unlock_all");
    check(MPI_Win_free(&r->win), "free");
    free(r->next);
}

static void fetch_cell(struct rod *r, int side, int owner, int cell)
{
    check(MPI_Get(&r->ghost[side], 1, MPI_DOUBLE, owner, cell, 1, MPI_DOUBLE, r->win), "get"); //@ GET
}

static void fetch_ghosts(struct rod *r)
{
    fetch_cell(r, 0, r->left, r->cells - 1);
    fetch_cell(r, 1, r->right, 0);
    check(MPI_Win_flush_all(r->win), "flush_all");
}

static void compute_inner(struct rod *r)
{
    for (int i = 1; i < r->cells - 1; i++)
        r->next[i] = 0.25 * r->now[i - 1] + 0.5 * r->now[i] + 0.25 * r->now[i + 1];
}

static void compute_outer(struct rod *r)
{
    int last = r->cells - 1;

    for (int side = 0; side < 2; side++) {
        int cell = side == 0 ? 0 : last, inside = side == 0 ? 1 : last - 1;
        r->next[cell] = 0.25 * r->ghost[side] + 0.5 * r->now[cell] + 0.25 * r->now[inside]; //@ OUTER
    }
}

/* Called by one thread of a team. */
static void step(struct rod *r)
{
    double *ghost = r->ghost, *next = r->next;
    int last = r->cells - 1;

    #pragma omp task depend(out : ghost[0])
    fetch_ghosts(r);
    #pragma omp task depend(out : next[1])
    compute_inner(r);
    #pragma omp task depend(out : next[0], next[last])
    compute_outer(r);
    #pragma omp taskwait

    check(MPI_Barrier(r->comm), "barrier");
    for (int i = 0; i < r->cells; i++)
        r->now[i] = r->next[i];
    check(MPI_Barrier(r->comm), "barrier");
}

int main(int argc, char **argv)
{
    int provided;
    int cells = argc > 1 ? atoi(argv[1]) : 10000;
    int steps = argc > 2 ? atoi(argv[2]) : 30;
    struct rod rod;
    double sum = 0.0, all = 0.0;

    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided), "init");
    if (provided < MPI_THREAD_MULTIPLE || cells < 3 || cells > 10000000 || steps < 1) {
        fprintf(stderr, "usage: rod [cells, 3 or more] [steps], with threads\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    rod_create(&rod, MPI_COMM_WORLD, cells);
    double seconds = MPI_Wtime();
    #pragma omp parallel
    #pragma omp single
    for (int s = 0; s < steps; s++)
        step(&rod);
    seconds = MPI_Wtime() - seconds;
    for (int i = 0; i < cells; i++)
        sum += rod.now[i];
    check(MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD), "reduce");
    if (rod.rank == 0)
        printf("sum %g, %g s\n", all, seconds);
    rod_free(&rod);
    MPI_Finalize();
    return 0;
}
