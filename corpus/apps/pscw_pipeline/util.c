#include "util.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void util_fail(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

void *util_alloc(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        util_fail(__FILE__, __LINE__, "out of memory");
    return memory;
}

int util_number(int argc, char **argv, int index, int fallback, int least)
{
    char *end;
    long value;

    if (index >= argc)
        return fallback;
    errno = 0;
    value = strtol(argv[index], &end, 10);
    if (errno != 0 || *end != '\0' || end == argv[index] || value < least || value > INT_MAX)
        util_fail(__FILE__, __LINE__, "an argument is not a number or out of range");
    return (int)value;
}
