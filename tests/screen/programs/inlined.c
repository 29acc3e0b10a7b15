// Accesses of a window in functions that must be inlined, and in such that the optimiser may take loads out of, called from functions that
// have nothing to watch themselves.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static inline __attribute__((always_inline)) void set(double *cells, int i, double value)
{
    cells[i] = value;
}

static inline __attribute__((always_inline)) void set_last(double *cells, int count)
{
    set(cells, count - 1, 3.0);
}

static __attribute__((noinline)) double first_of(const double *cells)
{
    return *cells;
}

static __attribute__((noinline)) double twice_first_of(const double *cells)
{
    return 2.0 * first_of(cells);
}

__attribute__((noinline)) void begin(double *cells)
{
    set(cells, 1, 1.0);
}

__attribute__((noinline)) void end(double *cells, int count)
{
    set_last(cells, count);
}

__attribute__((noinline)) double look(const double *cells)
{
    return 1.0 + twice_first_of(cells);
}

__attribute__((noinline)) double quiet(const double *own, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += own[i];
    return sum;
}

int main(int argc, char **argv)
{
    double *base, *own = calloc(32, sizeof *own), value = 1.0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Win_allocate(32 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    begin(base);
    end(base, 32);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    printf("%g\n", look(base) + quiet(own, 32));
    MPI_Win_free(&win);
    free(own);
    MPI_Finalize();
    return 0;
}
