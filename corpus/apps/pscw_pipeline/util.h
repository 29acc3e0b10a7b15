/* Small helpers: error checks, allocation, arguments. */
#ifndef PIPELINE_UTIL_H
#define PIPELINE_UTIL_H

#include <mpi.h>
#include <stddef.h>

#define MPI_TRY(call)                                              \
    do {                                                           \
        if ((call) != MPI_SUCCESS)                                 \
            util_fail(__FILE__, __LINE__, "MPI call failed: " #call); \
    } while (0)

_Noreturn void util_fail(const char *file, int line, const char *text);

/* Never returns NULL; the memory is cleared. */
void *util_alloc(size_t count, size_t size);

/* Argument `index` as a number of at least `least`, or `fallback` when it was not given. */
int util_number(int argc, char **argv, int index, int fallback, int least);

#endif
