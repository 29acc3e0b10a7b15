// A function takes the rows to put as variable arguments, ended by a null pointer. A row is reused before anything completes the puts.
//
// MPI 4.1, 12.7.1: an origin buffer must not be updated before its put completes at the origin.
//@ expect: error RMA101 PUT REUSE
//@ twin: varargs_put_flushed.c
#include <mpi.h>
#include <stdarg.h>

static void put_rows(MPI_Win win, int target, int first, int second, ...) {
    va_list rows;
    va_start(rows, second);
    const int *a = va_arg(rows, const int *);
    const int *b = va_arg(rows, const int *);
    va_end(rows);
    MPI_Put(a, 8, MPI_INT, target, first, 8, MPI_INT, win);
    MPI_Put(b, 8, MPI_INT, target, second, 8, MPI_INT, win); //@ PUT
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base, upper[8], lower[8];
    MPI_Win win;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 8; i++)
        upper[i] = lower[i] = rank;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
    put_rows(win, (rank + 1) % size, 0, 8, upper, lower);
    lower[7] = -1; //@ REUSE
    MPI_Win_flush_local((rank + 1) % size, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
