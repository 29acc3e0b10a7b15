/*
 * A switch over the completion style that the user asked for.
 *
 * Styles other than 0 and 1 reach no completion call, so the result of the get is read while the get
 * is pending. MPI 4.1, 12.3: the buffer of a get must not be accessed before completion at the origin.
 */
//@ expect: error RMA102 A B
//@ twin: switch_every_case.c
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
    MPI_Get(&theirs, 1, MPI_LONG, left, 0, 1, MPI_LONG, win); //@ A
    switch (style) {
    case 0:
        MPI_Win_flush(left, win);
        break;
    case 1:
        MPI_Win_flush_local(left, win);
        break;
    default:
        puts("no such style");
        break;
    }
    printf("%d got %ld\n", rank, theirs); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
