#ifndef DOUBLE_BUFFER_ERROR_H
#define DOUBLE_BUFFER_ERROR_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends all processes with a message unless `call`, an MPI routine, succeeds. */
#define ASSURE(call)                                                       \
    do {                                                                   \
        if ((call) != MPI_SUCCESS)                                         \
            die("an MPI routine failed", __FILE__, __LINE__);              \
    } while (0)

static inline void die(const char *message, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

#endif
