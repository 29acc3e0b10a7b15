// A setup function gives window and buffer back through pointers; a teardown function takes both. It ends the epoch
// first.
//
// MPI 4.1, 12.7.1: an origin buffer must exist until its operation completes, here at the unlock.
//@ expect: none
//@ twin: out_parameter_window_freed.c
#include <mpi.h>
#include <stdlib.h>

static int setup(int n, double **buffer, double **base, MPI_Win *win) {
    *buffer = malloc(n * sizeof(double));
    if (!*buffer)
        return -1;
    int rc = MPI_Win_allocate(n * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, base, win);
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Win_lock_all(0, *win);
}

static void teardown(double **buffer, MPI_Win *win) {
    MPI_Win_unlock_all(*win);
    free(*buffer);
    *buffer = NULL;
    MPI_Win_free(win);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *buffer, *base;
    MPI_Win win;
    if (setup(32, &buffer, &base, &win) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 32; i++)
        buffer[i] = rank;
    MPI_Put(buffer, 32, MPI_DOUBLE, (rank + 1) % size, 0, 32, MPI_DOUBLE, win);
    teardown(&buffer, &win);
    MPI_Finalize();
    return 0;
}
