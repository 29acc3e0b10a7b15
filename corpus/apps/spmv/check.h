/* Error handling of the calls to MPI, and allocation that cannot fail. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MPI_CHECK(call)                                                                    \
    do {                                                                                   \
        int code_ = (call);                                                                \
        if (code_ != MPI_SUCCESS) {                                                        \
            char text_[MPI_MAX_ERROR_STRING];                                              \
            int length_;                                                                   \
            MPI_Error_string(code_, text_, &length_);                                      \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text_);          \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                  \
        }                                                                                  \
    } while (0)

/* Zeroed memory for `count` elements; ends the run when there is none. */
void *xcalloc(size_t count, size_t size);

#endif
