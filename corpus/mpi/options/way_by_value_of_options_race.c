// A latency test with two ways to synchronise. A function reads the options and returns them as a small structure; a constant table has
// the names of the ways.
// Race: with locks, the barrier comes before the unlock, so the neighbour may read its numbers while the put is pending (MPI 4.1, 12.5.3, 12.7).
//
//@ expect: error RMA201 A B
//@ twin: way_by_value_of_options_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum Way { FENCE, LOCK };

struct Options {
    enum Way way;
    int verbose, largest, iterations;
};

static const char *const NAMES[] = {"fence", "lock"};

static struct Options read_options(int argc, char **argv)
{
    struct Options options = {LOCK, 0, 4096, 20};

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-w") == 0)
            options.way = strcmp(argv[i + 1], "fence") == 0 ? FENCE : LOCK;
        else if (strcmp(argv[i], "-v") == 0)
            options.verbose = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-n") == 0)
            options.largest = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-i") == 0)
            options.iterations = atoi(argv[i + 1]);
    }
    return options;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *memory, *own, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    struct Options options = read_options(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;

    own = calloc(options.largest, sizeof(double));
    MPI_Win_allocate(options.largest * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 0)
        printf("%s\n", NAMES[options.way]);
    for (int count = 1; count <= options.largest; count *= 2)
        for (int i = 0; i < options.iterations; i++) {
            if (options.way == FENCE) {
                MPI_Win_fence(0, win);
            } else {
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
            }
            MPI_Put(own, count, MPI_DOUBLE, right, 0, count, MPI_DOUBLE, win); //@ A
            if (options.way == FENCE) {
                MPI_Win_fence(0, win);
            } else {
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Win_unlock(right, win);
            }
            for (int k = 0; k < count; k++)
                sum += memory[k]; //@ B
        }
    if (options.way == FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    free(own);
    MPI_Finalize();
    return sum < 0;
}
