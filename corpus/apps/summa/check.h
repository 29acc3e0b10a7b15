#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>

#define CHECK(call)                                                     \
    do {                                                                \
        int err_ = (call);                                              \
        if (err_ != MPI_SUCCESS) {                                      \
            fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, err_); \
            MPI_Abort(MPI_COMM_WORLD, err_);                            \
        }                                                               \
    } while (0)

#endif
