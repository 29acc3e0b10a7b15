/*
 * Two halves of a window take turns; each step has a flush, one barrier and the loads of the half that has
 * just arrived.
 *
 * The halves change over in each step. A half is written again two steps later, with a barrier between its
 * loads and the put (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: double_buffer_stuck.c
#include <mpi.h>
#include <stdio.h>

enum { N = 5, STEPS = 16 };

int main(int argc, char **argv)
{
    int rank, size, right, half = 0;
    float out[N] = {0}, *in;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(2 * N * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);

    MPI_Win_lock_all(0, win);
    for (int step = 1; step <= STEPS; step++) {
        MPI_Put(out, N, MPI_FLOAT, right, half, N, MPI_FLOAT, win);
        MPI_Win_flush(right, win);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            out[i] = in[half + i] + 1;
        half = N - half;
    }
    MPI_Win_unlock_all(win);
    printf("%g\n", out[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
