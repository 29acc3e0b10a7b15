// A library walks over cells and calls back with a context pointer, as qsort_r and its like do. The callback
// waits for the get before it reads.
//
// MPI 4.1, 12.5.5 and 12.7.1: the result of MPI_Rget may be read when its request is complete.
//@ expect: none
//@ twin: callback_context_reads.c
#include <mpi.h>
#include <stdio.h>

typedef void visit(int cell, void *context);

struct state {
    double ghost[4];
    double sum;
    MPI_Request request;
};

static void for_each_cell(int n, visit *call, void *context) {
    for (int i = 0; i < n; i++)
        call(i, context);
}

static void add(int cell, void *context) {
    struct state *s = context;
    MPI_Wait(&s->request, MPI_STATUS_IGNORE);
    s->sum += s->ghost[cell];
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct state s = {{0}, 0, MPI_REQUEST_NULL};
    MPI_Win_lock_all(0, win);
    MPI_Rget(s.ghost, 4, MPI_DOUBLE, (rank + 1) % size, 0, 4, MPI_DOUBLE, win, &s.request);
    for_each_cell(4, add, &s);
    MPI_Wait(&s.request, MPI_STATUS_IGNORE);
    printf("%g\n", s.sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
