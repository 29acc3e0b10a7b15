/*
 * Blocks are fetched three ahead: the first three before the loop, each next one when a buffer is free. Buffers and requests take turns.
 *
 * The wait is for the request of the turn after it: block 0 may still be on its way when it is read, and when the
 * next get writes its buffer (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA102 FIRST LOAD
//@ expect: error RMA104 FIRST NEXT
//@ twin: fetched_ahead_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define AHEAD 3
#define COUNT 16
#define MOST 60

int main(int argc, char **argv)
{
    static double block[AHEAD][COUNT];
    MPI_Request request[AHEAD];
    double *own, sum = 0;
    int rank, size, blocks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    blocks = argc > 1 ? atoi(argv[1]) : 12;
    if (blocks > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(MOST * COUNT * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    for (int i = 0; i < MOST * COUNT; i++)
        own[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int b = 0; b < AHEAD && b < blocks; b++)
        MPI_Rget(block[b % AHEAD], COUNT, MPI_DOUBLE, b % size, b / size * COUNT, COUNT, MPI_DOUBLE, win, &request[b % AHEAD]); //@ FIRST
    for (int b = 0; b < blocks; b++) {
        MPI_Wait(&request[(b + 1) % AHEAD], MPI_STATUS_IGNORE);
        for (int i = 0; i < COUNT; i++)
            sum += block[b % AHEAD][i]; //@ LOAD
        if (b + AHEAD < blocks)
            MPI_Rget(block[b % AHEAD], COUNT, MPI_DOUBLE, (b + AHEAD) % size, (b + AHEAD) / size * COUNT, COUNT, MPI_DOUBLE, win, &request[b % AHEAD]); //@ NEXT
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
