/*
 * An option says how a window is made and used: with fences, with one epoch of locks and barriers, or with post, start, complete and wait.
 *
 * MPI 4.1, 12.5.2: in the third way the load stands in front of MPI_Win_wait, so the put of the left neighbour may not be complete. Happens with 3
 * or more processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: window_made_per_mode_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    double *part, sum = 0;
    MPI_Win win;
    MPI_Group all, neighbours;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int mode = argc > 1 ? atoi(argv[1]) : 0;
    int ranks[2] = {(rank + 1) % size, (rank + size - 1) % size};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, ranks, &neighbours);
    switch (mode) {
    case 0:
        MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
        break;
    case 1:
        part = malloc(sizeof *part);
        MPI_Win_create(part, sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_lock_all(0, win);
        break;
    default:
        MPI_Alloc_mem(sizeof(double), MPI_INFO_NULL, &part);
        MPI_Win_create(part, sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    for (int step = 0; step < 20; step++) {
        double own = rank + step;
        if (mode == 0) {
            MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        } else if (mode != 1) {
            MPI_Win_post(neighbours, 0, win);
            MPI_Win_start(neighbours, 0, win);
        }
        MPI_Put(&own, 1, MPI_DOUBLE, ranks[0], 0, 1, MPI_DOUBLE, win); //@ PUT
        if (mode == 0) {
            MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        } else if (mode == 1) {
            MPI_Win_flush(ranks[0], win);
            MPI_Barrier(MPI_COMM_WORLD);
        } else {
            MPI_Win_complete(win);
        }
        sum += *part; //@ LOAD
        if (mode == 1)
            MPI_Barrier(MPI_COMM_WORLD);
        if (mode != 0 && mode != 1)
            MPI_Win_wait(win);
    }
    printf("%d: %g\n", rank, sum);
    if (mode == 1)
        MPI_Win_unlock_all(win);
    MPI_Group_free(&neighbours);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
