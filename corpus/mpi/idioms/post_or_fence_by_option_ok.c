/*
 * Each step puts the sum of a process to its right neighbour. An option of the program chooses how the steps are synchronised: by fences, or by
 * post, start, complete and wait among the neighbours.
 *
 * MPI 4.1, 12.5.1 and 12.5.2: the load stands behind the fence, or behind MPI_Win_wait, by which the put of the left neighbour is
 * complete. The next put of that neighbour reaches the window behind the next fence or post of this process, which follows the load. The
 * other way to synchronise is not taken in the same run.
 */
//@ expect: none
//@ twin: post_or_fence_by_option_race.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3) {
        MPI_Finalize();
        return 1;
    }
    const int fences = argc > 1 && strcmp(argv[1], "fence") == 0;
    const int right = (rank + 1) % size;
    const int neighbours[2] = {right, (rank + size - 1) % size};
    MPI_Group all, near;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, neighbours, &near);
    MPI_Group_free(&all);
    double *arrived, sum = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &arrived, &win);
    for (int step = 0; step < 20; step++) {
        if (fences) {
            MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        } else {
            MPI_Win_post(near, 0, win);
            MPI_Win_start(near, 0, win);
        }
        MPI_Put(&sum, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
        if (fences) {
            MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        } else {
            MPI_Win_complete(win);
            MPI_Win_wait(win);
        }
        sum += 0.5 * *arrived;
    }
    MPI_Group_free(&near);
    MPI_Win_free(&win);
    printf("%d of %d: %g\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
