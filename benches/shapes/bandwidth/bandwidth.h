#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <mpi.h>

#define TRY(call) try_mpi(call, __FILE__, __LINE__)

struct context;

struct config {
    const char *operation, *window, *mode;
    int burst, iterations, warmup;
    int smallest, largest;
    int both_ways, check;
};

/* How the operations of a burst are synchronised. */
struct mode {
    const char *name;
    void (*begin)(struct context *);
    void (*end)(struct context *);
    int collective; /* begin and end are called by the passive side as well */
};

struct context {
    struct config config;
    const struct mode *mode;
    MPI_Comm comm;
    int rank, size, half;
    int peer;           /* -1: no partner */
    int sends, receives;
    long slots_bytes;   /* of each of the buffers */
    long *out, *in;
    long *memory;
    MPI_Win win;
    MPI_Aint base;      /* of the peer's memory */
    MPI_Group group;
    long failures;
};

void try_mpi(int code, const char *file, int line);

int context_open(struct context *ctx);
void context_close(struct context *ctx);
void context_reset(struct context *ctx, int size);

const struct mode *find_mode(const char *name);
void burst(struct context *ctx, int size);

#endif
