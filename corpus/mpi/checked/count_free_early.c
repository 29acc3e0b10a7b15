/* Failures are counted and looked at in the end; the branch hints say that there are none. The buffer of a put is freed
   before the unlock that completes it (MPI 4.1, 12.3). */
//@ expect: error RMA402 PUT FREE
//@ twin: count_free_late.c
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
    NOTE(MPI_Put(packed, n, MPI_INT, (rank + 1) % size, 0, n, MPI_INT, win)); //@ PUT
    free(packed); //@ FREE
    NOTE(MPI_Win_unlock((rank + 1) % size, win));
    NOTE(MPI_Win_free(&win));
    MPI_Finalize();
    return failures != 0;
}
