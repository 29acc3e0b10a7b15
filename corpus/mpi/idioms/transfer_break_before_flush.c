/*
 * The program takes arguments until one is the length of a chunk. Rank 0 puts some chunks and leaves the loop at a long one. Behind a barrier the owner reads the first word.
 *
 * The way out by break comes before the flush, and a barrier completes no put: the load races with it (MPI 4.1, 12.7), with two processes and a long chunk.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: transfer_flush_before_break.c
#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>
#define MOST 1024
int main(int argc, char **argv)
{
    MPI_Win win;
    int *mem, rank, size, i = 1, n, k;
    static int data[MOST];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    do
        n = atoi(argv[i++]);
    while (n < 1 || n > MOST);
    MPI_Win_allocate(MOST * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (k = 0; k < MOST; k++) mem[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0 && size > 1) {
        for (k = 0; k < 4; k++) {
            MPI_Put(data, n, MPI_INT, 1, 0, n, MPI_INT, win); //@ PUT
            if (n > 512)
                break;
            MPI_Win_flush(1, win);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", mem[0]); //@ LOAD
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
