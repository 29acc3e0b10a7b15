/*
 * A job runner: a table of phases with names, functions, windows and memory, chosen on the command line by name, run by a loop of gotos with
 * retries, on a communicator of rows. Phases: spread (fences), gather (exclusive lock), tally (accumulate in one lock_all epoch).
 *
 * The check of the gather phase loads the memory of the window without a barrier of the row before it: what the left neighbour puts into it under
 * its lock may come at that time, as the loads are in no lock (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: jobs_by_name_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(x) do { int rc_ = (x); if (rc_ != MPI_SUCCESS) { fprintf(stderr, "%s:%d\n", __FILE__, __LINE__); MPI_Abort(MPI_COMM_WORLD, rc_); } } while (0)
enum { SPREAD, GATHER, TALLY, KINDS };
typedef struct job job_t;
struct job {
    const char *name;
    int kind;
    int (*run)(job_t *, int);
    int (*check)(job_t *, int);
    MPI_Win win;
    long *mem;
    size_t count;
};
static MPI_Comm row = MPI_COMM_NULL;
static int me, n, verbose;
static long scratch[256];
static int run_spread(job_t *j, int turn)
{
    CHECK(MPI_Win_fence(MPI_MODE_NOPRECEDE, j->win));
    for (int to = 0; to < n; to++) {
        if (to == me) continue;
        scratch[to] = me * 1000 + turn;
        CHECK(MPI_Put(&scratch[to], 1, MPI_LONG, to, me, 1, MPI_LONG, j->win));
    }
    CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, j->win));
    return 0;
}
static int run_gather(job_t *j, int turn)
{
    int right = (me + 1) % n;
    for (size_t i = 0; i < j->count; i++) scratch[i] = turn + (long)i;
    CHECK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, j->win));
    CHECK(MPI_Put(scratch, (int)j->count, MPI_LONG, right, 0, (int)j->count, MPI_LONG, j->win)); //@ PUT
    CHECK(MPI_Win_unlock(right, j->win));
    return 0;
}
static int run_tally(job_t *j, int turn)
{
    long one = 1 + turn;
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, j->win));
    for (int to = 0; to < n; to++)
        CHECK(MPI_Accumulate(&one, 1, MPI_LONG, to, 0, 1, MPI_LONG, MPI_SUM, j->win));
    CHECK(MPI_Win_unlock_all(j->win));
    CHECK(MPI_Barrier(row));
    return 0;
}
static int check_sum(job_t *j, int turn)
{
    long sum = 0;
    for (size_t i = 0; i < j->count; i++) sum += j->mem[i]; //@ LOAD
    if (verbose) printf("%s %d: %ld\n", j->name, turn, sum);
    CHECK(MPI_Barrier(row));
    return sum < 0;
}
static job_t jobs[] = {
    {"spread", SPREAD, run_spread, check_sum, MPI_WIN_NULL, NULL, 64},
    {"gather", GATHER, run_gather, check_sum, MPI_WIN_NULL, NULL, 32},
    {"tally", TALLY, run_tally, check_sum, MPI_WIN_NULL, NULL, 1},
};
static job_t *find(const char *name)
{
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        if (!strcmp(jobs[i].name, name)) return &jobs[i];
    return NULL;
}
int main(int argc, char **argv)
{
    int rank, turn, retries, rc = 1;
    job_t *j = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &row));
    MPI_Comm_rank(row, &me);
    MPI_Comm_size(row, &n);
    for (int k = 1; k < argc; k++) {
        if (!strcmp(argv[k], "-v")) verbose = 1;
        else if (!(j = find(argv[k]))) goto usage;
    }
    if (!j) j = &jobs[GATHER];
    CHECK(MPI_Win_allocate((MPI_Aint)(j->count * sizeof(long)), sizeof(long), MPI_INFO_NULL, row, &j->mem, &j->win));
    memset(j->mem, 0, j->count * sizeof(long));
    CHECK(MPI_Barrier(row));
    turn = 0;
again:
    retries = 0;
once_more:
    j->run(j, turn);
    if (j->check(j, turn) && ++retries < 3) goto once_more;
    if (++turn < 10) goto again;
    CHECK(MPI_Win_free(&j->win));
    rc = 0;
usage:
    if (rc && !rank) fprintf(stderr, "usage: %s [-v] spread|gather|tally\n", argv[0]);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return rc;
}
