#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static inline void check_mpi(int code, const char *what, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s failed with code %d\n", file, line, what, code);
    MPI_Abort(MPI_COMM_WORLD, code);
}

#define CHECK(call) check_mpi((call), #call, __FILE__, __LINE__)

#endif
