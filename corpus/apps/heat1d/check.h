/* Error checks for the rod program. */
#ifndef HEAT1D_CHECK_H
#define HEAT1D_CHECK_H

#include <mpi.h>
#include <stddef.h>

/* Wraps one MPI call; ends all processes when it fails. */
#define CHECK(call) check_code((call), #call, __FILE__, __LINE__)

void check_code(int code, const char *call, const char *file, int line);

/* Prints a message and ends all processes. */
_Noreturn void stop(const char *message);

/* Memory for `count` doubles, all zero; never NULL. */
double *new_doubles(size_t count);

#endif
