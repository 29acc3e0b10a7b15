/* Strips of memory that processes exchange: a library, without a program that uses it. */
#ifndef STRIP_H
#define STRIP_H

#include <mpi.h>

typedef struct {
    MPI_Win window;
    double *mine;
    int count;
} strip_t;

void strip_open(strip_t *strip, int count);
void strip_close(strip_t *strip);

/* Between these two the strips can be used. */
void strip_begin(strip_t *strip);
void strip_end(strip_t *strip);

/* Puts the values into the strip of a process. */
void strip_put(strip_t *strip, int to, double *values);

/* The sum of the strip of a process. */
double strip_sum(strip_t *strip, int from);

#endif
