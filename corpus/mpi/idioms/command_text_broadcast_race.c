/*
 * Rank 0 reads a command and broadcasts its text: all processes put to the right neighbour, or none; each reads its
 * own cell.
 *
 * The left neighbour puts into the cell in the same epoch (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: warning RMA201 A B
//@ twin: command_text_broadcast_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 48 };

int main(int argc, char **argv)
{
    int rank, size;
    long *cell, value, seen = 0;
    char command[LINE] = "";
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    value = 10L * rank;

    if (rank == 0 && !fgets(command, LINE, stdin))
        command[0] = 0;
    MPI_Bcast(command, LINE, MPI_CHAR, 0, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (strcmp(command, "send") == 0)
        MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win); //@ A
    seen = *cell; //@ B
    MPI_Win_fence(0, win);
    printf("%d: %ld\n", rank, seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
