/*
 * Options give the number of cells and of rounds, and how puts are completed. Each process draws into which cells of its neighbour it puts. With
 * "--way unlock" no barrier follows the unlock.
 *
 * The unlock completes the puts at their target, but nothing makes the target wait for that before it loads its cells (MPI 4.1, 12.5.3 and 12.7). In the
 * way of fences, which runs without options have, the fence orders both. Happens with "--way unlock" and two processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: way_behind_small_sizes_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum way { FENCE, UNLOCK };

struct options {
    int cells, rounds;
    enum way way;
};

static int parse(int argc, char **argv, struct options *options)
{
    options->cells = 20000;
    options->rounds = 50;
    options->way = FENCE;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--cells") == 0)
            options->cells = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--rounds") == 0)
            options->rounds = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--way") == 0 && strcmp(argv[i + 1], "fence") == 0)
            options->way = FENCE;
        else if (strcmp(argv[i], "--way") == 0 && strcmp(argv[i + 1], "unlock") == 0)
            options->way = UNLOCK;
        else
            return -1;
    }
    return argc % 2 == 1 && options->cells > 0 && options->rounds > 0 ? 0 : -1;
}

static void put_drawn(const int *places, const int *values, int count, int to, MPI_Win win)
{
    for (int i = 0; i < count; i++)
        MPI_Put(&values[i], 1, MPI_INT, to, places[i], 1, MPI_INT, win); //@ PUT
}

static long sum_of(const int *cells, int count)
{
    long sum = 0;

    for (int i = 0; i < count; i++)
        sum += cells[i]; //@ LOAD
    return sum;
}

int main(int argc, char **argv)
{
    struct options options;
    int rank, size, *cells, *places, *values;
    long sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (parse(argc, argv, &options) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    const int right = (rank + 1) % size;
    places = calloc(options.cells, sizeof *places);
    values = calloc(options.cells, sizeof *values);
    for (int i = 0; i < options.cells; i++)
        places[i] = i;
    for (unsigned i = 0, state = 12345; i < (unsigned)options.cells; i++) {
        state = state * 1103515245u + 12345u;
        const unsigned other = state / 65536 % (unsigned)options.cells;
        const int kept = places[i];
        places[i] = places[other];
        places[other] = kept;
    }
    MPI_Win_allocate(options.cells * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    memset(cells, 0, options.cells * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    if (options.way == FENCE)
        MPI_Win_fence(0, win);
    for (int round = 0; round < options.rounds; round++) {
        if (options.way == UNLOCK)
            MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        put_drawn(places, values, options.cells, right, win);
        if (options.way == UNLOCK)
            MPI_Win_unlock(right, win);
        else
            MPI_Win_fence(0, win);
        sum += sum_of(cells, options.cells);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (options.way == FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%d: %ld\n", rank, sum);
    MPI_Win_free(&win);
    free(places);
    free(values);
    MPI_Finalize();
    return 0;
}
