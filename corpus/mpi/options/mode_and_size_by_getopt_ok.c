/*
 * One option names the mode, another one the size of a block. With "-m lock" a put to the right neighbour is completed by an unlock, and a barrier
 * follows.
 *
 * In either mode the put is complete at its target, and the target waits for that, before it loads the block (MPI 4.1, 12.5.1, 12.5.4).
 */
//@ expect: none
//@ twin: mode_and_size_by_getopt_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum mode { FENCE, LOCK };

int main(int argc, char **argv)
{
    int rank, size, letter, block = 32, mode = FENCE, *to, *from;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    while ((letter = getopt(argc, argv, "m:b:")) != -1) {
        if (letter == 'm')
            mode = strcmp(optarg, "lock") == 0 ? LOCK : FENCE;
        if (letter == 'b')
            block = atoi(optarg);
    }
    if (block < 1 || block > 4096)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    from = calloc(block, sizeof(int));
    MPI_Win_allocate(block * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &to, &win);
    const int right = (rank + 1) % size;
    if (mode == FENCE)
        MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < 3; turn++) {
        if (mode == LOCK)
            MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Put(from, block, MPI_INT, right, 0, block, MPI_INT, win);
        if (mode == LOCK)
            MPI_Win_unlock(right, win);
        if (mode == FENCE)
            MPI_Win_fence(0, win);
        if (mode == LOCK)
            MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < block; i++)
            printf("%d\n", to[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    free(from);
    MPI_Finalize();
    return 0;
}
