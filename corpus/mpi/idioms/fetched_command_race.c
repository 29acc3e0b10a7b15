/*
 * All processes get a command from rank 0, and on the command rank 1 puts into the window of rank 0, which stores there itself.
 *
 * The command was put in place before the fence and is fetched between two fences, so it tells nobody anything of the others. The put and
 * the store are not ordered (MPI 4.1, 12.7). What the command is, is known at run time only.
 */
//@ expect: warning RMA201 A B
//@ twin: fetched_command_fenced.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, command = 0, value = 1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 5;
    mem[1] = 0;

    MPI_Win_fence(0, win);
    MPI_Get(&command, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (command == 5) {
        if (rank == 1)
            MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        if (rank == 0)
            mem[1] = 8; //@ B
    }
    MPI_Win_fence(0, win);
    printf("%d\n", mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
