/* Error checks, allocation and process-wide failure for the heat solver. */
#ifndef HALO2D_UTIL_H
#define HALO2D_UTIL_H

#include <mpi.h>
#include <stddef.h>

/* Wraps one MPI call; the communicator and the window return errors instead of aborting on their own. */
#define MPI_CHECK(call)                                                                                                \
    do {                                                                                                               \
        int mpi_check_rc = (call);                                                                                     \
        if (mpi_check_rc != MPI_SUCCESS)                                                                               \
            die_mpi(mpi_check_rc, #call, __FILE__, __LINE__);                                                          \
    } while (0)

/* Prints the text of an MPI error code and ends all processes. */
_Noreturn void die_mpi(int code, const char *call, const char *file, int line);

/* Prints a message and ends all processes. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `count` zeroed doubles; ends the program when there is no memory. Released with free(). */
double *xcalloc_doubles(size_t count);

#endif
