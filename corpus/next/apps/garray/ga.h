/* A one-dimensional global array of doubles with one-sided access, distributed in blocks. */
#ifndef GA_H
#define GA_H

#include <mpi.h>

typedef struct ga *ga_t;

enum ga_status { GA_OK = 0, GA_BOUNDS, GA_COMM };

ga_t ga_create(MPI_Comm comm, long length);
void ga_destroy(ga_t *handle);
/* The own block: [*low, *high). */
void ga_distribution(ga_t ga, long *low, long *high);
/* Elements [low, high) from or to `buffer`; the buffer is free when the call returns. */
enum ga_status ga_get(ga_t ga, long low, long high, double *buffer);
enum ga_status ga_put(ga_t ga, long low, long high, const double *buffer);
enum ga_status ga_acc(ga_t ga, long low, long high, const double *buffer);
/* As ga_put; the buffer is in use until ga_wait. */
enum ga_status ga_nbput(ga_t ga, long low, long high, const double *buffer);
void ga_wait(ga_t ga);
/* Completes everything everywhere and synchronises. */
void ga_sync(ga_t ga);

#endif
