/*
 * Options are `name=value`: the text is cut at the sign, in the memory of the command line itself. A word without the sign, or with another name, ends
 * the function that reads them with -1; behind its loop it tests the numbers, one after the other.
 *
 * The second number is greater: put and get of rank 0 touch different cells.
 */
//@ expect: none
//@ twin: named_values_meet.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

static int first = 3, second = 40;

static int parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (equals == NULL)
            return -1;
        *equals++ = '\0';
        if (strcmp(argv[i], "first") == 0)
            first = atoi(equals);
        else if (strcmp(argv[i], "second") == 0)
            second = atoi(equals);
        else
            return -1;
    }
    if (first < 0)
        return -2;
    if (second <= first)
        return -3;
    if (second >= CELLS)
        return -2;
    return 0;
}

int main(int argc, char **argv)
{
    double *cells, x = 1.0, y = 0.0;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    if (parse(argc, argv) < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < CELLS; i++)
        cells[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_DOUBLE, 1, first, 1, MPI_DOUBLE, win);
        MPI_Get(&y, 1, MPI_DOUBLE, 1, second, 1, MPI_DOUBLE, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return y < 0.0;
}
