/*
 * A stencil on a strip of as many cells as an option says, with two ghost cells; two arrays are swapped after each step.
 *
 * A process completes its own puts with shmem_quiet, and does not wait for those of its neighbours before it reads its ghost cells
 * (OpenSHMEM 1.5, 9.9.2). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA201 C B
//@ twin: ghost_cells_swapped.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double *now, *next;
    int cells, me, all;
} strip;

static void exchange(strip *s)
{
    if (s->me > 0)
        shmem_double_p(&s->now[s->cells + 1], s->now[1], s->me - 1); //@ A
    if (s->me < s->all - 1)
        shmem_double_p(&s->now[0], s->now[s->cells], s->me + 1); //@ C
    shmem_quiet();
}

static void sweep(strip *s)
{
    for (int i = 1; i <= s->cells; i++)
        s->next[i] = 0.25 * s->now[i - 1] + 0.5 * s->now[i] + 0.25 * s->now[i + 1]; //@ B
    double *before = s->now;
    s->now = s->next;
    s->next = before;
}

int main(int argc, char **argv)
{
    strip s;
    shmem_init();
    s.cells = argc > 1 ? atoi(argv[1]) : 64;
    s.me = shmem_my_pe();
    s.all = shmem_n_pes();
    s.now = shmem_calloc(s.cells + 2, sizeof(double));
    s.next = shmem_calloc(s.cells + 2, sizeof(double));
    for (int i = 1; i <= s.cells; i++)
        s.now[i] = s.me;
    shmem_barrier_all();
    for (int step = 0; step < 50; step++) {
        exchange(&s);
        sweep(&s);
    }
    printf("%g\n", s.now[1]);
    shmem_barrier_all();
    shmem_free(s.next);
    shmem_free(s.now);
    shmem_finalize();
    return 0;
}
