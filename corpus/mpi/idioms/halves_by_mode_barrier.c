/*
 * A ring in steps, with two halves of the window in turn. Whether it synchronises by fences or by flushes and barriers, an argument
 * decides.
 *
 * In either way all meet in each step behind the completion of its puts; the puts of the next step go into the other half, and those of
 * the step after that come behind another meeting (MPI 4.1, 12.5.1, 12.5.4).
 */
//@ expect: none
//@ twin: halves_by_mode_no_barrier.c
#include <mpi.h>
#include <stdio.h>

#define N 64

int main(int argc, char **argv)
{
    MPI_Win win;
    double *halves, mine[N] = {0}, sum = 0;
    int rank, size, steps, fences;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    steps = 5;
    fences = argc > 1;
    MPI_Win_allocate(2 * N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halves, &win);

    if (fences)
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    else
        MPI_Win_lock_all(0, win);
    for (int step = 0; step < steps; step++) {
        int half = (step & 1) ? N : 0;
        MPI_Put(mine, N, MPI_DOUBLE, (rank + 1) % size, half, N, MPI_DOUBLE, win);
        if (fences) {
            MPI_Win_fence(0, win);
        } else {
            MPI_Win_flush_all(win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        for (int i = 0; i < N; i++) {
            sum += halves[half + i];
            mine[i] = sum;
        }
    }
    if (fences)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    else
        MPI_Win_unlock_all(win);

    printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
