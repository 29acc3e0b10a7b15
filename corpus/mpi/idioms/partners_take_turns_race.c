/*
 * Partners in the two halves of the processes take turns in each iteration: the lower one puts a row of cells, element by element, flushes and
 * sends a message; the upper one receives it, adds up the row and answers. The processes of a third kind, if their number is odd, do nothing.
 *
 * The upper one answers before it adds up: the puts of the next iteration (A) meet the sum of this one (B), and nothing orders them (MPI 4.1,
 * 12.7). Two processes and two steps are enough.
 */
//@ expect: error RMA201 A B
//@ twin: partners_take_turns_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, half, peer, steps, width;
    long *cells, *row, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    steps = atoi(argv[1]);
    width = atoi(argv[2]);
    half = size / 2;
    peer = rank < half ? rank + half : rank < 2 * half ? rank - half : MPI_PROC_NULL;
    row = calloc(width, sizeof(long));
    MPI_Win_allocate(width * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < steps; i++) {
        if (rank < half) {
            for (int k = 0; k < width; k++)
                MPI_Put(&row[k], 1, MPI_LONG, peer, k, 1, MPI_LONG, win); //@ A
            MPI_Win_flush(peer, win);
            MPI_Send(NULL, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank < 2 * half) {
            MPI_Recv(NULL, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(NULL, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD);
            for (int k = 0; k < width; k++)
                sum += cells[k]; //@ B
        }
    }
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
