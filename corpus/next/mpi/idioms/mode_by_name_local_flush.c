/*
 * A latency test that finds the synchronisation in a table of names, in its loop over the options.
 *
 * With the option "-m flush" the next put follows a local flush: the first one need not be complete at its target, and the two
 * write the same cell (MPI 4.1, 12.5.4). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: mode_by_name_flush.c
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mode { FENCE, FLUSH, LOCK };

static const char *const mode_names[] = {"fence", "flush", "lock"};

static int find(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

int main(int argc, char **argv)
{
    int rank, size, option, found, rounds = 1000;
    enum mode mode = FENCE;
    double *cell, value = 1.0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((option = getopt(argc, argv, "m:n:")) != -1) {
        switch (option) {
        case 'm':
            found = find(optarg, mode_names, 3);
            if (found < 0)
                MPI_Abort(MPI_COMM_WORLD, 1);
            mode = (enum mode)found;
            break;
        case 'n':
            rounds = atoi(optarg);
            break;
        default:
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);

    switch (mode) {
    case FENCE:
        MPI_Win_fence(0, win);
        for (int i = 0; i < rounds; i++) {
            if (rank == 0)
                MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
            MPI_Win_fence(0, win);
        }
        break;
    case FLUSH:
        if (rank == 0) {
            MPI_Win_lock_all(0, win);
            for (int i = 0; i < rounds; i++) {
                MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win); //@ A
                MPI_Win_flush_local(1, win);
            }
            MPI_Win_unlock_all(win);
        }
        break;
    case LOCK:
        for (int i = 0; i < rounds && rank == 0; i++) {
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
            MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
            MPI_Win_unlock(1, win);
        }
        break;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%g\n", *cell);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
