#include "check.h"

#include <stdio.h>
#include <stdlib.h>

void check_code(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s:%d: %s: %.*s\n", file, line, call, length, text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

_Noreturn void stop(const char *message)
{
    fprintf(stderr, "heat1d: %s\n", message);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

double *new_doubles(size_t count)
{
    double *memory = calloc(count > 0 ? count : 1, sizeof *memory);

    if (memory == NULL)
        stop("out of memory");
    return memory;
}
