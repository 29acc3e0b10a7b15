// What runs only if a call of MPI fails, which it does not (assumption 8). Lines marked KEEP are in code that was not analysed or touch window
// memory; lines marked DROP touch private memory only, wherever they are called from.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int failures, table[8];
static double exposed[4];

static void count(int *counter)
{
    *counter += 1; //@ DROP
}

static double sum(const double *cells, int n)
{
    double all = 0.0;
    for (int i = 0; i < n; i++)
        all += cells[i]; //@ DROP
    return all;
}

static void check(int code, const double *cells)
{
    if (code != MPI_SUCCESS) {
        failures = code; //@ DROP the address is known without a visit
        exposed[2] = 1.0; //@ KEEP a window is made of it
        table[code % 8] = 1; //@ KEEP not analysed
        fprintf(stderr, "failed: %g\n", sum(cells, 8));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    check(MPI_Init(&argc, &argv), NULL);
    double *base;
    int calls = 0;
    MPI_Win win, other;
    double *scratch = calloc(8, sizeof(double));
    check(MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), scratch);
    check(MPI_Win_create(exposed, sizeof exposed, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other), scratch);
    check(MPI_Win_fence(0, win), scratch);
    base[1] = 1.0; //@ KEEP
    count(&calls);
    double value = sum(scratch, 8);
    check(MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win), scratch);
    check(MPI_Win_fence(0, win), scratch);
    check(MPI_Win_free(&other), scratch);
    check(MPI_Win_free(&win), scratch);
    printf("%d\n", calls);
    free(scratch);
    MPI_Finalize();
    return 0;
}
