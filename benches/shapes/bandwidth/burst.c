/* The modes, and a burst of operations with its handshake. */
#include "bandwidth.h"

#include <string.h>

enum { TAG_DONE = 21, TAG_GO = 22 };

static void begin_fence(struct context *ctx)
{
    TRY(MPI_Win_fence(MPI_MODE_NOPRECEDE, ctx->win));
}

static void end_fence(struct context *ctx)
{
    TRY(MPI_Win_fence(MPI_MODE_NOSUCCEED, ctx->win));
}

static void begin_pscw(struct context *ctx)
{
    if (ctx->receives)
        TRY(MPI_Win_post(ctx->group, 0, ctx->win));
    if (ctx->sends)
        TRY(MPI_Win_start(ctx->group, 0, ctx->win));
}

static void end_pscw(struct context *ctx)
{
    if (ctx->sends)
        TRY(MPI_Win_complete(ctx->win));
    if (ctx->receives)
        TRY(MPI_Win_wait(ctx->win));
}

static void begin_lock(struct context *ctx)
{
    TRY(MPI_Win_lock(MPI_LOCK_SHARED, ctx->peer, 0, ctx->win));
}

static void end_lock(struct context *ctx)
{
    TRY(MPI_Win_unlock(ctx->peer, ctx->win));
}

static void begin_flush(struct context *ctx)
{
    TRY(MPI_Win_lock_all(0, ctx->win));
}

static void end_flush(struct context *ctx)
{
    TRY(MPI_Win_flush(ctx->peer, ctx->win));
    TRY(MPI_Win_unlock_all(ctx->win));
}

static const struct mode modes[] = {
    {"fence", begin_fence, end_fence, 1},
    {"pscw", begin_pscw, end_pscw, 1},
    {"lock", begin_lock, end_lock, 0},
    {"flush", begin_flush, end_flush, 0},
};

const struct mode *find_mode(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (strcmp(modes[i].name, name) == 0)
            return &modes[i];
    return NULL;
}

static void put_all(struct context *ctx, int size)
{
    int k;

    for (k = 0; k < ctx->config.burst; k++) {
        const long at = (long)k * size;

        TRY(MPI_Put((char *)ctx->out + at, size, MPI_BYTE, ctx->peer, ctx->base + at, size, MPI_BYTE, ctx->win)); //@ A
    }
}

static void get_all(struct context *ctx, int size)
{
    int k;

    for (k = 0; k < ctx->config.burst; k++) {
        const long at = (long)k * size;

        TRY(MPI_Get((char *)ctx->in + at, size, MPI_BYTE, ctx->peer, ctx->base + at, size, MPI_BYTE, ctx->win));
    }
}

static void accumulate_all(struct context *ctx, int size)
{
    const int count = size / (int)sizeof(long);
    int k;

    for (k = 0; k < ctx->config.burst; k++) {
        const long at = (long)k * size;

        TRY(MPI_Accumulate((char *)ctx->out + at, count, MPI_LONG, ctx->peer, ctx->base + at, count, MPI_LONG, MPI_SUM, //@ C
                           ctx->win));
    }
}

static void operate(struct context *ctx, int size)
{
    switch (ctx->config.operation[0]) {
    case 'p':
        put_all(ctx, size);
        break;
    case 'g':
        get_all(ctx, size);
        break;
    default:
        accumulate_all(ctx, size);
        break;
    }
}

/* All numbers that arrived have to be equal and, unless the peer reads only, not zero. */
static void check_arrived(struct context *ctx, int size)
{
    const long count = (long)ctx->config.burst * size / (long)sizeof(long);
    const long first = ctx->config.operation[0] == 'g' ? 0 : 1;
    long i, low = -1, sum = 0;

    for (i = 0; i < count; i++) {
        const long value = ctx->memory[i]; //@ B

        if (low < 0 || value < low)
            low = value;
        sum += value;
    }
    if (low < first || sum != low * count)
        ctx->failures++;
}

static void tell(struct context *ctx, int tag)
{
    TRY(MPI_Send(NULL, 0, MPI_BYTE, ctx->peer, tag, ctx->comm));
}

static void hear(struct context *ctx, int tag)
{
    TRY(MPI_Recv(NULL, 0, MPI_BYTE, ctx->peer, tag, ctx->comm, MPI_STATUS_IGNORE));
}

void burst(struct context *ctx, int size)
{
    const int acts = ctx->sends || (ctx->mode->collective && (ctx->peer >= 0 || ctx->mode->begin == begin_fence));
    int told = 0;

    if (acts)
        ctx->mode->begin(ctx);
    if (ctx->sends)
        operate(ctx, size);
#ifdef RACY
    if (ctx->sends && !ctx->mode->collective) {
        tell(ctx, TAG_DONE);
        told = 1;
    }
#endif
    if (acts)
        ctx->mode->end(ctx);
    if (ctx->sends && !told)
        tell(ctx, TAG_DONE);
    if (ctx->receives) {
        hear(ctx, TAG_DONE);
        if (ctx->config.check)
            check_arrived(ctx, size);
        tell(ctx, TAG_GO);
    }
    if (ctx->sends)
        hear(ctx, TAG_GO);
}
