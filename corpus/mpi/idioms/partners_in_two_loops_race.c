/*
 * Even and odd processes are partners. The even one puts in a loop of its own, flushes and sends a message; the odd one receives, reads and answers,
 * in another loop.
 *
 * The even one does not wait for the answer before it puts again: the next put (A) meets the read (B) of the value before (MPI 4.1, 12.7). Two
 * processes and two steps are enough.
 */
//@ expect: error RMA201 A B
//@ twin: partners_in_two_loops_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, steps;
    long *cells, value = 0, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    steps = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    if (rank % 2 == 0 && rank + 1 < size) {
        for (int i = 0; i < steps; i++) {
            MPI_Put(&value, 1, MPI_LONG, rank + 1, 0, 1, MPI_LONG, win); //@ A
            MPI_Win_flush(rank + 1, win);
            MPI_Send(NULL, 0, MPI_BYTE, rank + 1, 1, MPI_COMM_WORLD);
        }
        for (int i = 0; i < steps; i++)
            MPI_Recv(NULL, 0, MPI_BYTE, rank + 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank % 2 == 1) {
        for (int i = 0; i < steps; i++) {
            MPI_Recv(NULL, 0, MPI_BYTE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += cells[0]; //@ B
            MPI_Send(NULL, 0, MPI_BYTE, rank - 1, 2, MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
