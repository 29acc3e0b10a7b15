// Halo rows arrive in a window and are unpacked by a function of its own, which the optimiser vectorises: its loop then stands behind a test
// whether what is written overlaps with what is read (`-O2`). The window and the rows are different memory, whichever lies first.
//
// MPI 4.1, 12.5.4: a local flush completes the puts at their origin alone. Behind the barrier they may still be on their way to the rows that
// the neighbours read (12.7).
//@ expect: error RMA201 UP UPPER
//@ expect: error RMA201 DOWN LOWER
//@ twin: unpack_rows_arrived.c
#include <mpi.h>
#include <stdlib.h>
__attribute__((noinline)) static void unpack(double *upper, double *lower, const double *rows, int n) {
    for (int i = 0; i < n; i++) {
        upper[i] = rows[i]; //@ UPPER
        lower[i] = rows[n + i]; //@ LOWER
    }
}
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *rows;
    MPI_Win win;
    MPI_Win_allocate(2 * n * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &rows, &win);
    double *edge = calloc(n, sizeof(double)), *halo = calloc(2 * n, sizeof(double));
    MPI_Win_lock_all(0, win);
    MPI_Put(edge, n, MPI_DOUBLE, (rank + 1) % size, 0, n, MPI_DOUBLE, win); //@ UP
    MPI_Put(edge, n, MPI_DOUBLE, (rank + size - 1) % size, n, n, MPI_DOUBLE, win); //@ DOWN
    MPI_Win_flush_local_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    unpack(halo, halo + n, rows, n);
    MPI_Win_unlock_all(win);
    free(edge); free(halo);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
