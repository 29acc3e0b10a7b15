/*
 * A window tells how large it is: its length in units follows from the attributes MPI_WIN_SIZE and MPI_WIN_DISP_UNIT, its kind from
 * MPI_WIN_CREATE_FLAVOR. Each process puts into the last place of the window of the next one.
 *
 * The calls give addresses of integers of the library, not of the window (MPI 4.1, 12.2.6). The owner stores to the other places, and
 * loads the last one after flush and barrier (12.5.4).
 */
//@ expect: none
//@ twin: size_from_attribute_race.c
#include <mpi.h>
#include <stdio.h>

enum { N = 40 };

int main(int argc, char **argv)
{
    int rank, size, found, *unit, *flavor;
    long *base, value = 1;
    MPI_Aint *bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &found);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &found);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found);
    MPI_Win_lock_all(0, win);
    if (*flavor == MPI_WIN_FLAVOR_ALLOCATE)
        MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, *bytes / *unit - 1, 1, MPI_LONG, win);
    for (int i = 0; i < N - 1; i++)
        base[i] = i;
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    value = base[N - 1];
    MPI_Win_unlock_all(win);
    printf("%ld\n", value);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
