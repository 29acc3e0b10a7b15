#include "gas.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define GAS_MAX 16

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        int code_ = (call);                                                                                            \
        if (code_ != MPI_SUCCESS)                                                                                      \
            fail(#call, code_);                                                                                        \
    } while (0)

/** One allocation: its window, and where each process has its part. */
struct allocation {
    MPI_Win win;
    void *own;
    MPI_Aint bytes;
    MPI_Aint *bases;
};

static struct allocation table[GAS_MAX];
static int used;
static MPI_Comm comm = MPI_COMM_NULL;
static int my_rank, n_ranks;

static void fail(const char *what, int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "[%d] %s: %s\n", my_rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void die(const char *what) {
    fprintf(stderr, "[%d] %s\n", my_rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

void gas_init(void) {
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    CHECK(MPI_Comm_rank(comm, &my_rank));
    CHECK(MPI_Comm_size(comm, &n_ranks));
}

int gas_rank(void) { return my_rank; }

int gas_size(void) { return n_ranks; }

void gas_malloc(void **parts, size_t bytes) {
    if (used == GAS_MAX)
        die("too many allocations");
    struct allocation *a = &table[used];
    a->bytes = (MPI_Aint)bytes;
    a->bases = malloc((size_t)n_ranks * sizeof *a->bases);
    if (!a->bases)
        die("no memory");
    CHECK(MPI_Win_allocate(a->bytes, 1, MPI_INFO_NULL, comm, &a->own, &a->win));
    MPI_Aint own;
    CHECK(MPI_Get_address(a->own, &own));
    CHECK(MPI_Allgather(&own, 1, MPI_AINT, a->bases, 1, MPI_AINT, comm));
    for (int r = 0; r < n_ranks; r++)
        parts[r] = (void *)a->bases[r];
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, a->win));
    used++;
}

/** The allocation that an address of a process lies in, and how far from its start. */
static struct allocation *find(const void *remote, int rank, MPI_Aint *disp) {
    for (int i = 0; i < used; i++) {
        MPI_Aint from_start = (MPI_Aint)remote - table[i].bases[rank];
        if (from_start >= 0 && from_start < table[i].bytes) {
            *disp = from_start;
            return &table[i];
        }
    }
    die("an address that is not global");
    return NULL;
}

void gas_free(void *own) {
    MPI_Aint disp;
    struct allocation *a = find(own, my_rank, &disp);
    CHECK(MPI_Win_unlock_all(a->win));
    CHECK(MPI_Win_free(&a->win));
    free(a->bases);
    *a = table[--used];
}

void gas_put(const void *source, void *remote, size_t bytes, int rank) {
    MPI_Aint disp;
    struct allocation *a = find(remote, rank, &disp);
    CHECK(MPI_Put(source, (int)bytes, MPI_BYTE, rank, disp, (int)bytes, MPI_BYTE, a->win)); //@ PUT
    CHECK(MPI_Win_flush_local(rank, a->win));
}

void gas_get(const void *remote, void *destination, size_t bytes, int rank) {
    MPI_Aint disp;
    struct allocation *a = find(remote, rank, &disp);
    CHECK(MPI_Get(destination, (int)bytes, MPI_BYTE, rank, disp, (int)bytes, MPI_BYTE, a->win)); //@ GET
    CHECK(MPI_Win_flush(rank, a->win));
}

void gas_add(const double *source, void *remote, size_t count, int rank) {
    MPI_Aint disp;
    struct allocation *a = find(remote, rank, &disp);
    CHECK(MPI_Accumulate(source, (int)count, MPI_DOUBLE, rank, disp, (int)count, MPI_DOUBLE, MPI_SUM, a->win));
    CHECK(MPI_Win_flush_local(rank, a->win));
}

void gas_fence(int rank) {
    for (int i = 0; i < used; i++)
        CHECK(MPI_Win_flush(rank, table[i].win));
}

void gas_fence_all(void) {
    for (int i = 0; i < used; i++)
        CHECK(MPI_Win_flush_all(table[i].win));
}

void gas_sync(void) {
    gas_fence_all();
    CHECK(MPI_Barrier(comm));
}

void gas_finalize(void) {
    while (used > 0)
        gas_free(table[used - 1].own);
    CHECK(MPI_Comm_free(&comm));
}
