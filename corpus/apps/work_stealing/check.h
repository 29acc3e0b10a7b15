#ifndef STEALING_CHECK_H
#define STEALING_CHECK_H

#include <mpi.h>

/* Ends all processes unless the call succeeds. */
#define MPI_CALL(call) expect_success((call), #call, __FILE__, __LINE__)

void expect_success(int code, const char *call, const char *file, int line);

#endif
