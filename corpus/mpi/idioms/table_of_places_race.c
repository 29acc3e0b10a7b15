/*
 * A table of places, which the program never changes, is read in a loop; then its elements say where a put and a load go.
 *
 * Both are the same element: the put writes cell 4, which the target reads in the same epoch (MPI 4.1, 12.7.3).
 */
//@ expect: error RMA201 A B
//@ twin: table_of_places_ok.c
#include <mpi.h>
#include <stdio.h>

static int starts[20] = {0, 2, 4, 7, 9, 11, 13, 16, 18, 20, 22, 25, 27, 29, 31, 34, 36, 38, 40, 43};

int main(int argc, char **argv)
{
    int rank, size;
    long *cells, value = 5, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 20; i++)
        if (starts[i] > argc)
            sum += starts[i];
    MPI_Win_allocate(50 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, starts[2], 1, MPI_LONG, win); //@ A
    sum += cells[starts[2]]; //@ B
    MPI_Win_fence(0, win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
