/*
 * After lock_all the program looks at its arguments and gives up when one is missing.
 *
 * On the way out MPI_Win_unlock_all is missing, with the free of the window (MPI 4.1, 12.5.3). Happens with
 * any number of processes.
 */
//@ expect: error RMA502 A A
//@ twin: usage_with_unlock_all.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, n;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win); //@ A
    if (argc < 2) {
        fprintf(stderr, "usage: %s number\n", argv[0]);
        MPI_Finalize();
        return 2;
    }
    n = atoi(argv[1]);
    MPI_Put(&n, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
