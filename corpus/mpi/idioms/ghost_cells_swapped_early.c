/*
 * A stencil on a strip of as many cells as an option says, with two ghost cells; two arrays are swapped after each step.
 *
 * A process reads its ghost cells before the fence that completes the puts of its neighbours (MPI 4.1, 12.5.1). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA201 C B
//@ twin: ghost_cells_swapped.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double *now, *next;
    MPI_Win to_now, to_next;
    int cells, rank, size;
} strip;

static double *open_window(int cells, MPI_Win *win)
{
    double *memory;
    MPI_Win_allocate((cells + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
    for (int i = 0; i < cells + 2; i++)
        memory[i] = 0;
    return memory;
}

static void exchange(strip *s)
{
    MPI_Win_fence(0, s->to_now);
    if (s->rank > 0)
        MPI_Put(&s->now[1], 1, MPI_DOUBLE, s->rank - 1, s->cells + 1, 1, MPI_DOUBLE, s->to_now); //@ A
    if (s->rank < s->size - 1)
        MPI_Put(&s->now[s->cells], 1, MPI_DOUBLE, s->rank + 1, 0, 1, MPI_DOUBLE, s->to_now); //@ C
}

static void sweep(strip *s)
{
    for (int i = 1; i <= s->cells; i++)
        s->next[i] = 0.25 * s->now[i - 1] + 0.5 * s->now[i] + 0.25 * s->now[i + 1]; //@ B
}

static void swap(strip *s)
{
    double *before = s->now;
    MPI_Win to_before = s->to_now;
    s->now = s->next;
    s->next = before;
    s->to_now = s->to_next;
    s->to_next = to_before;
}

int main(int argc, char **argv)
{
    strip s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.size);
    s.cells = argc > 1 ? atoi(argv[1]) : 64;
    if (s.cells < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    s.now = open_window(s.cells, &s.to_now);
    s.next = open_window(s.cells, &s.to_next);
    for (int i = 1; i <= s.cells; i++)
        s.now[i] = s.rank;
    for (int step = 0; step < 50; step++) {
        exchange(&s);
        sweep(&s);
        MPI_Win_fence(0, s.to_now);
        swap(&s);
    }
    printf("%g\n", s.now[1]);
    MPI_Win_free(&s.to_next);
    MPI_Win_free(&s.to_now);
    MPI_Finalize();
    return 0;
}
