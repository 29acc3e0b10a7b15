/*
 * A variable of the environment chooses how a put to the right neighbour is completed. Then a barrier and the load of the own cell.
 *
 * In a run that has the variable nothing completes the put before the barrier, and the load of the target meets it (MPI 4.1, 12.5.4 and 12.7).
 * Happens with any number of processes. The environment is known at run time only: a warning.
 */
//@ expect: warning RMA201 PUT LOAD
//@ twin: mode_of_environment_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *env = getenv("MODE");
    int right = (rank + 1) % size;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    x = rank;
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ PUT
    if (env == NULL)
        MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]); //@ LOAD

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
