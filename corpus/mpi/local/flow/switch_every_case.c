/*
 * A switch over the completion style that the user asked for.
 *
 * Every arm, the default included, completes the get at the origin: flush and flush_local by 12.5.4 of
 * MPI 4.1. The load after the switch therefore sees the data.
 */
//@ expect: none
//@ twin: switch_missing_case.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);

    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long mine = 100 + rank, theirs = 0;
    int style = argc > 1 ? atoi(argv[1]) : 0;
    int left = (rank + size - 1) % size;

    MPI_Win win;
    MPI_Win_create(&mine, sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Get(&theirs, 1, MPI_LONG, left, 0, 1, MPI_LONG, win);
    switch (style) {
    case 0:
        MPI_Win_flush(left, win);
        break;
    case 1:
        MPI_Win_flush_local(left, win);
        break;
    default:
        MPI_Win_flush_local_all(win);
        puts("no such style");
        break;
    }
    printf("%d got %ld\n", rank, theirs);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
