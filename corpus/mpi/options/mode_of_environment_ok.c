/*
 * A variable of the environment chooses how a put to the right neighbour is completed. Then a barrier and the load of the own cell.
 *
 * Whatever it says, the put is complete at its target before the barrier (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: mode_of_environment_race.c
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
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    if (env == NULL)
        MPI_Win_flush_all(win);
    else
        MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
