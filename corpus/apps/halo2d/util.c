#include "util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void die_mpi(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        length = 0;
    fprintf(stderr, "%s:%d: %s: %.*s\n", file, line, call, length, text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

_Noreturn void die(const char *format, ...)
{
    va_list args;

    fputs("halo2d: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

double *xcalloc_doubles(size_t count)
{
    double *memory = calloc(count, sizeof *memory);

    if (memory == NULL)
        die("no memory for %zu doubles", count);
    return memory;
}
