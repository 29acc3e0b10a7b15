/* Error checks and allocation for the hash table. */
#ifndef DHT_CHECK_H
#define DHT_CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static inline void check_mpi(int code, const char *file, int line)
{
    if (code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;

        MPI_Error_string(code, text, &length);
        fprintf(stderr, "%s:%d: %s\n", file, line, text);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* TRY(MPI_Put(...)): ends all processes with the position and the text of a failed MPI call. */
#define TRY(...) check_mpi((__VA_ARGS__), __FILE__, __LINE__)

/* `count` zeroed objects of `size` bytes; ends all processes when there is no memory. */
static inline void *xcalloc(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL && count != 0) {
        fprintf(stderr, "dht: no memory for %zu objects of %zu bytes\n", count, size);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        exit(EXIT_FAILURE);
    }
    return memory;
}

#endif
