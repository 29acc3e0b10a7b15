/* An array of each process in a dynamic window, known to all others by a table of addresses; each puts a number into that of its right neighbour.
 *
 * The put goes to the array whose address stands in the table, 8 words from its start. The owner reads the same word, and no synchronisation with its left neighbour
 * stands between: a race from 2 processes on (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT READ
//@ twin: gathered_in_place_other.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *array = calloc(64, sizeof *array);
    MPI_Aint *told = malloc((size_t)size * sizeof *told), *bases = malloc((size_t)size * sizeof *bases);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, array, 64 * sizeof *array);
    MPI_Get_address(array, &told[rank]);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, told, 1, MPI_AINT, MPI_COMM_WORLD);
    memcpy(bases, told, (size_t)size * sizeof *bases);
    free(told);
    int right = (rank + 1) % size;
    double value = rank;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, right, bases[right] + 8 * (MPI_Aint)sizeof(double), 1, MPI_DOUBLE, win); //@ PUT
    MPI_Win_unlock(right, win);
    printf("%g\n", array[8]); //@ READ
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, array);
    MPI_Win_free(&win);
    free(array);
    free(bases);
    MPI_Finalize();
    return 0;
}
