/*
 * A list of different numbers that realloc lets grow is filled, then a get and a flush stand in an epoch of lock_all.
 *
 * The epoch is open for all ranks (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: get_outside_behind_grown_list.c
#include <mpi.h>
#include <stdlib.h>

static long *column;
static int count, capacity;

static int place(long c)
{
    for (int i = 0; i < count; i++)
        if (column[i] == c)
            return i;
    if (count == capacity) {
        capacity = capacity == 0 ? 16 : 2 * capacity;
        column = realloc(column, capacity * sizeof(long));
    }
    column[count] = c;
    return count++;
}

int main(int argc, char **argv)
{
    int rank, size;
    long own = argc > 1 ? atol(argv[1]) : 1000;
    double *x, value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(own * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    for (long i = 0; i < own; i++)
        place((rank * own + 3 * i) % (own * size));
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    free(column);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
