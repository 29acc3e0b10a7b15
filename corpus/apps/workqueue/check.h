/* Error check of MPI calls for the work-stealing integrator. */
#ifndef WORKQUEUE_CHECK_H
#define WORKQUEUE_CHECK_H

#include <mpi.h>

/* Wraps one MPI call. */
#define MPI_DO(call) ((call) == MPI_SUCCESS ? (void)0 : fail(#call " failed", __FILE__, __LINE__))

/* Prints a message with its position and ends all processes. */
_Noreturn void fail(const char *message, const char *file, int line);

#endif
