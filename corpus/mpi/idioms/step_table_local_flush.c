/*
 * Steps of an iteration in a table of functions that a loop calls: publish, barrier, consume, barrier. The put is complete at its origin
 * alone when the barrier comes.
 *
 * A local flush says nothing of the target (MPI 4.1, 12.5.4), so the neighbour reads while the put may be under way.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: step_table_flush.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TRY(x) do { int e_ = (x); if (e_ != MPI_SUCCESS) { err = e_; goto fail; } } while (0)
struct ctx { MPI_Comm comm; MPI_Win win[2]; double *base[2]; int rank, size, n, cur; double *scratch; };
typedef int (*step_fn)(void *);
static int publish(void *p)
{
    struct ctx *c = p; int err = 0;
    for (int i = 0; i < c->n; i++) c->scratch[i] = c->rank * 100.0 + i;
    TRY(MPI_Put(c->scratch, c->n, MPI_DOUBLE, (c->rank + 1) % c->size, 0, c->n, MPI_DOUBLE, c->win[c->cur])); //@ A
    TRY(MPI_Win_flush_local_all(c->win[c->cur]));
    return 0;
fail:
    return err;
}
static int sync_all(void *p) { struct ctx *c = p; int err = 0; TRY(MPI_Barrier(c->comm)); return 0; fail: return err; }
static int consume(void *p)
{
    struct ctx *c = p; double s = 0;
    for (int i = 0; i < c->n; i++) s += c->base[c->cur][i]; //@ B
    printf("%g\n", s);
    c->cur ^= 1;
    return 0;
}
static const struct { const char *name; step_fn run; } steps[] = { { "publish", publish }, { "sync", sync_all }, { "consume", consume }, { "sync", sync_all } };
int main(int argc, char **argv)
{
    int err = 0; struct ctx c; memset(&c, 0, sizeof c);
    TRY(MPI_Init(&argc, &argv));
    TRY(MPI_Comm_dup(MPI_COMM_WORLD, &c.comm));
    MPI_Comm_rank(c.comm, &c.rank); MPI_Comm_size(c.comm, &c.size);
    c.n = argc > 1 ? atoi(argv[1]) : 16;
    if (c.n <= 0) goto fail;
    c.scratch = malloc(c.n * sizeof(double));
    for (int w = 0; w < 2; w++) {
        TRY(MPI_Win_allocate(c.n * sizeof(double), sizeof(double), MPI_INFO_NULL, c.comm, &c.base[w], &c.win[w]));
        TRY(MPI_Win_lock_all(0, c.win[w]));
    }
    for (int it = 0; it < 3; it++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            TRY(steps[s].run(&c));
    for (int w = 0; w < 2; w++) { TRY(MPI_Win_unlock_all(c.win[w])); TRY(MPI_Win_free(&c.win[w])); }
    free(c.scratch);
    MPI_Comm_free(&c.comm);
    return MPI_Finalize();
fail:
    MPI_Abort(MPI_COMM_WORLD, err);
    return 1;
}
