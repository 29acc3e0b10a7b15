/*
 * All-gather by puts: each process writes its n numbers into every process, at rank * n; n is a program
 * argument.
 *
 * The displacement uses the target's rank: all origins write the same slot of a target (MPI 4.1, 12.7).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: allgather_own_slot.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n;
    double *mine, *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 8;
    MPI_Win_allocate((MPI_Aint)sizeof(double) * n * size, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
    mine = malloc((size_t)n * sizeof *mine);
    if (n < 1 || mine == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < n; i++)
        mine[i] = rank + 1.0 / (i + 1);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int t = 0; t < size; t++)
        MPI_Put(mine, n, MPI_DOUBLE, t, (MPI_Aint)t * n, n, MPI_DOUBLE, win); //@ A
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win);

    printf("%g %g\n", all[0], all[(size_t)n * size - 1]);
    free(mine);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
