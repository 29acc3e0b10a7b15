/*
 * Bandwidth of bursts of puts, gets or accumulates between pairs of processes, one or both directions, with a table of modes.
 *
 * The first half of the processes are origins, rank i works with rank i + half; with -b the second half sends to the first as well.
 * An iteration is a burst of operations into slots of their own, the end of the epoch or a flush, and a handshake by two messages.
 * With -c the receiver sums up what has arrived in each iteration before it lets the sender go on.
 *
 * Race-free as compiled plainly: a burst writes disjoint slots. The epoch functions complete it at the target: a fence (MPI 4.1,
 * 12.5.1), complete and the wait of the target (12.5.2), unlock (12.5.3) or flush (12.5.4). Only then the message "done" is sent, whose
 * receipt orders the sum behind the puts; the answer orders the next burst behind the sum. Each side uses a half of the window
 * memory of the other and buffers of its own: `out` is origin of puts, `in` result of gets, and `memory` the target.
 *
 * Under -DRACY the message is sent before the epoch is finished, in the modes that need nothing from the target: it can be received
 * and the slots summed up (B) while the puts (A) are on their way. Happens with two or more processes, -c and the modes lock and flush,
 * and with accumulates (C).
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA301 C B
#include "bandwidth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_header(const struct context *ctx)
{
    const struct config *cfg = &ctx->config;

    if (ctx->rank != 0)
        return;
    printf("# %s, %s window, mode %s, burst %d, %s\n", cfg->operation, cfg->window, ctx->mode->name, cfg->burst,
           cfg->both_ways ? "both directions" : "one direction");
    printf("%12s %14s %14s\n", "bytes", "MB/s", "messages/s");
}

static int parse(struct config *cfg, int argc, char **argv)
{
    int i;

    cfg->operation = "put";
    cfg->window = "allocate";
    cfg->mode = "flush";
    cfg->burst = 64;
    cfg->iterations = 50;
    cfg->warmup = 5;
    cfg->smallest = 8;
    cfg->largest = 65536;
    cfg->both_ways = 0;
    cfg->check = 0;
    for (i = 1; i < argc; i++) {
        const char *a = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (strcmp(a, "-b") == 0) {
            cfg->both_ways = 1;
            continue;
        }
        if (strcmp(a, "-c") == 0) {
            cfg->check = 1;
            continue;
        }
        if (a[0] != '-' || a[1] == '\0' || value == NULL)
            return -1;
        switch (a[1]) {
        case 'o':
            cfg->operation = value;
            break;
        case 'w':
            cfg->window = value;
            break;
        case 'm':
            cfg->mode = value;
            break;
        case 'n':
            cfg->burst = atoi(value);
            break;
        case 'i':
            cfg->iterations = atoi(value);
            break;
        case 'x':
            cfg->warmup = atoi(value);
            break;
        case 'l':
            cfg->smallest = atoi(value);
            break;
        case 'u':
            cfg->largest = atoi(value);
            break;
        default:
            return -1;
        }
        i++;
    }
    /* Eight bytes, as accumulates count in integers of that size. */
    if (cfg->smallest < 8 || cfg->smallest % 8 != 0 || cfg->largest < cfg->smallest)
        return -1;
    return cfg->burst > 0 && cfg->iterations > 0 && cfg->warmup >= 0 ? 0 : -1;
}

static double run_size(struct context *ctx, int size)
{
    const struct config *cfg = &ctx->config;
    double start = 0.0;
    int i;

    context_reset(ctx, size);
    for (i = 0; i < cfg->warmup + cfg->iterations; i++) {
        if (i == cfg->warmup) {
            TRY(MPI_Barrier(ctx->comm));
            start = MPI_Wtime();
        }
        burst(ctx, size);
    }
    TRY(MPI_Barrier(ctx->comm));
    return MPI_Wtime() - start;
}

int main(int argc, char **argv)
{
    struct context ctx;
    long failures = 0;
    int size;

    TRY(MPI_Init(&argc, &argv));
    if (parse(&ctx.config, argc, argv) != 0) {
        fprintf(stderr, "%s [-o put|get|accumulate] [-w create|allocate|dynamic] [-m fence|pscw|lock|flush]\n"
                        "   [-n burst] [-i iterations] [-x warmup] [-l smallest] [-u largest] [-b] [-c]\n",
                argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (context_open(&ctx) != 0) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    print_header(&ctx);
    for (size = ctx.config.smallest; size <= ctx.config.largest; size *= 2) {
        double seconds = run_size(&ctx, size), slowest = 0.0;
        double messages = (double)ctx.config.burst * ctx.config.iterations * ctx.half * (ctx.config.both_ways ? 2 : 1);

        TRY(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, ctx.comm));
        if (ctx.rank == 0)
            printf("%12d %14.2f %14.0f\n", size, messages * size / slowest / 1e6, messages / slowest);
    }
    TRY(MPI_Reduce(&ctx.failures, &failures, 1, MPI_LONG, MPI_SUM, 0, ctx.comm));
    if (ctx.rank == 0 && ctx.config.check)
        printf("# %ld bursts with wrong data\n", failures);
    context_close(&ctx);
    TRY(MPI_Finalize());
    return failures != 0;
}
