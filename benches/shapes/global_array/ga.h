/* Two-dimensional arrays of doubles that are spread over all processes by strips of rows, with one-sided access to any patch. */
#ifndef GA_H
#define GA_H

#include <mpi.h>
#include <stdio.h>

typedef struct GlobalArray GlobalArray;

/* A patch: rows row_lo to row_hi and columns col_lo to col_hi, the upper ones excluded. */
typedef struct {
    long row_lo;
    long row_hi;
    long col_lo;
    long col_hi;
} Patch;

void ga_fail(const char *file, int line, const char *what);
#define GA_MPI(call)                                                                                                   \
    do {                                                                                                               \
        if ((call) != MPI_SUCCESS) {                                                                                   \
            ga_fail(__FILE__, __LINE__, #call);                                                                        \
        }                                                                                                              \
    } while (0)
#define GA_ASSERT(condition)                                                                                           \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            ga_fail(__FILE__, __LINE__, #condition);                                                                   \
        }                                                                                                              \
    } while (0)

/* Collective. The elements are zero. */
GlobalArray *ga_create(MPI_Comm comm, const char *name, long rows, long cols);
void ga_destroy(GlobalArray *ga);

/* Collective: completes all operations of all processes, and orders what is before it before what comes behind. */
void ga_sync(GlobalArray *ga);

/* One-sided. The buffer is row-major without gaps. A put and an accumulate are complete at return at the origin only; a get is
 * complete. */
void ga_put(GlobalArray *ga, Patch patch, const double *buffer);
void ga_acc(GlobalArray *ga, Patch patch, double alpha, const double *buffer);
void ga_get(GlobalArray *ga, Patch patch, double *buffer);

/* A counter that belongs to the array: adds `by` and returns the value before. */
long ga_read_inc(GlobalArray *ga, long by);
/* Collective: sets it to zero. */
void ga_reset_counter(GlobalArray *ga);

/* The own strip, for loads and stores. The rows are first to last - 1. */
double *ga_access(GlobalArray *ga, long *first, long *last);
long ga_cols(const GlobalArray *ga);
long ga_rows(const GlobalArray *ga);
MPI_Comm ga_comm(const GlobalArray *ga);
int ga_owner(const GlobalArray *ga, long row);

/* Collective. */
void ga_fill(GlobalArray *ga, double value);
void ga_copy(GlobalArray *from, GlobalArray *to);
double ga_dot(GlobalArray *a, GlobalArray *b);
void ga_gather(GlobalArray *ga, double *into, int root);

#endif
