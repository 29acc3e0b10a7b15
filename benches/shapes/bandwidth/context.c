/* Windows of all kinds, and the buffers. */
#include "bandwidth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void try_mpi(int code, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: MPI error %d\n", file, line, code);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static long *buffer(long bytes)
{
    long *p = NULL;

    TRY(MPI_Alloc_mem(bytes, MPI_INFO_NULL, &p));
    memset(p, 0, bytes);
    return p;
}

static int make_window(struct context *ctx)
{
    MPI_Aint mine = 0;

    ctx->base = 0;
    if (strcmp(ctx->config.window, "create") == 0) {
        ctx->memory = buffer(ctx->slots_bytes);
        TRY(MPI_Win_create(ctx->memory, ctx->slots_bytes, 1, MPI_INFO_NULL, ctx->comm, &ctx->win));
    } else if (strcmp(ctx->config.window, "allocate") == 0) {
        TRY(MPI_Win_allocate(ctx->slots_bytes, 1, MPI_INFO_NULL, ctx->comm, &ctx->memory, &ctx->win));
    } else if (strcmp(ctx->config.window, "dynamic") == 0) {
        ctx->memory = buffer(ctx->slots_bytes);
        TRY(MPI_Win_create_dynamic(MPI_INFO_NULL, ctx->comm, &ctx->win));
        TRY(MPI_Win_attach(ctx->win, ctx->memory, ctx->slots_bytes));
        TRY(MPI_Get_address(ctx->memory, &mine));
        if (ctx->peer >= 0)
            TRY(MPI_Sendrecv(&mine, 1, MPI_AINT, ctx->peer, 11, &ctx->base, 1, MPI_AINT, ctx->peer, 11, ctx->comm,
                             MPI_STATUS_IGNORE));
    } else {
        fprintf(stderr, "no such window: %s\n", ctx->config.window);
        return -1;
    }
    return 0;
}

int context_open(struct context *ctx)
{
    MPI_Group all;

    TRY(MPI_Comm_dup(MPI_COMM_WORLD, &ctx->comm));
    TRY(MPI_Comm_rank(ctx->comm, &ctx->rank));
    TRY(MPI_Comm_size(ctx->comm, &ctx->size));
    ctx->half = ctx->size / 2;
    ctx->failures = 0;
    if (ctx->half == 0) {
        fprintf(stderr, "at least two processes are needed\n");
        return -1;
    }
    if (ctx->rank < ctx->half)
        ctx->peer = ctx->rank + ctx->half;
    else if (ctx->rank < 2 * ctx->half)
        ctx->peer = ctx->rank - ctx->half;
    else
        ctx->peer = -1;
    ctx->sends = ctx->peer >= 0 && (ctx->rank < ctx->half || ctx->config.both_ways);
    ctx->receives = ctx->peer >= 0 && (ctx->rank >= ctx->half || ctx->config.both_ways);

    ctx->mode = find_mode(ctx->config.mode);
    if (ctx->mode == NULL) {
        fprintf(stderr, "no such mode: %s\n", ctx->config.mode);
        return -1;
    }
    ctx->slots_bytes = (long)ctx->config.burst * ctx->config.largest;
    ctx->out = buffer(ctx->slots_bytes);
    ctx->in = buffer(ctx->slots_bytes);
    if (make_window(ctx) != 0)
        return -1;

    TRY(MPI_Comm_group(ctx->comm, &all));
    if (ctx->peer >= 0)
        TRY(MPI_Group_incl(all, 1, &ctx->peer, &ctx->group));
    else
        ctx->group = MPI_GROUP_EMPTY;
    TRY(MPI_Group_free(&all));
    return 0;
}

void context_reset(struct context *ctx, int size)
{
    const long count = (long)ctx->config.burst * (size / (long)sizeof(long));
    long i;

    for (i = 0; i < count; i++) {
        ctx->out[i] = 1;
        ctx->in[i] = 0;
        ctx->memory[i] = 0;
    }
    TRY(MPI_Barrier(ctx->comm));
}

void context_close(struct context *ctx)
{
    TRY(MPI_Barrier(ctx->comm));
    if (ctx->group != MPI_GROUP_EMPTY)
        TRY(MPI_Group_free(&ctx->group));
    if (strcmp(ctx->config.window, "dynamic") == 0)
        TRY(MPI_Win_detach(ctx->win, ctx->memory));
    TRY(MPI_Win_free(&ctx->win));
    if (strcmp(ctx->config.window, "allocate") != 0)
        TRY(MPI_Free_mem(ctx->memory));
    TRY(MPI_Free_mem(ctx->in));
    TRY(MPI_Free_mem(ctx->out));
    TRY(MPI_Comm_free(&ctx->comm));
}
