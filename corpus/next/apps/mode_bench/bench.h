/* A ring of ranks that put into, or get from, their right neighbour under one of three ways to synchronise. */
#ifndef MODE_BENCH_H
#define MODE_BENCH_H

#include <mpi.h>

#define CHECKED(call) checked((call), __FILE__, __LINE__)

void checked(int code, const char *file, int line);

enum Mode { MODE_FENCE, MODE_LOCK, MODE_PSCW };
enum Direction { DIRECTION_PUT, DIRECTION_GET };

struct Options {
    enum Mode mode;
    enum Direction direction;
    int largest;    /* numbers in the longest message */
    int iterations; /* for each length */
};

struct Bench {
    MPI_Comm comm;
    MPI_Win win;
    enum Mode mode;
    enum Direction direction;
    int rank, size, left, right;
    double *memory; /* window memory: filled by the left neighbour's puts, or read by its gets */
    double *local;  /* private: origin of the puts, or result of the gets */
    MPI_Group left_group, right_group; /* in mode PSCW only */
};

/* options.c */
struct Options options_read(int argc, char **argv);
const char *mode_name(enum Mode mode);

/* bench.c; collective */
void bench_create(struct Bench *bench, const struct Options *options, MPI_Comm comm);
void bench_destroy(struct Bench *bench);

/* sync_*.c: operations on the right neighbour are allowed between the two. */
void sync_begin(struct Bench *bench);
void sync_end(struct Bench *bench);

#endif
