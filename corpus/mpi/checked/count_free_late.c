/* As count_free_early.c, with the buffer freed behind the unlock. */
//@ expect: none
//@ twin: count_free_early.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define unlikely(x) __builtin_expect(!!(x), 0)
#define NOTE(call)                                 \
    do {                                           \
        if (unlikely((call) != MPI_SUCCESS)) {     \
            failures++;                            \
            fprintf(stderr, "failed: " #call "\n"); \
        }                                          \
    } while (0)

int main(int argc, char **argv)
{
    int rank, size, n = 16, *window, *packed;
    MPI_Win win;

    NOTE(MPI_Init(&argc, &argv));
    NOTE(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    NOTE(MPI_Comm_size(MPI_COMM_WORLD, &size));
    NOTE(MPI_Win_allocate(n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win));
    packed = malloc(n * sizeof *packed);
    if (packed == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < n; i++)
        packed[i] = rank;
    NOTE(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win));
    NOTE(MPI_Put(packed, n, MPI_INT, (rank + 1) % size, 0, n, MPI_INT, win));
    NOTE(MPI_Win_unlock((rank + 1) % size, win));
    free(packed);
    NOTE(MPI_Win_free(&win));
    MPI_Finalize();
    return failures != 0;
}
