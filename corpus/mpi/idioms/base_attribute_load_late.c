/*
 * A function knows the window only and asks for its memory by the attribute MPI_WIN_BASE.
 *
 * It loads behind the barrier (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: base_attribute_load_early.c
#include <mpi.h>
#include <stdio.h>

static int first_cell(MPI_Win win)
{
    void *base = NULL;
    int found = 0;

    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &found);
    return found ? *(int *)base : -1;
}

int main(int argc, char **argv)
{
    int rank, size, seen, *unused;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &unused, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&size, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    seen = first_cell(win);
    MPI_Win_unlock_all(win);
    printf("%d: %d\n", rank, seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
