/*
 * The processes read a list of places from a file, put into these places at the next process, and print one of them.
 *
 * Each process puts to one other process. The list names each place once, as lists of cells or of columns do: no two puts meet. Whether a file does so
 * is not known to the analysis (a note); a run with numbers that are all alike shows nothing.
 */
//@ expect: note RMA203 A A
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, count, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FILE *input = fopen("places", "r");
    if (input == NULL || fscanf(input, "%d", &count) != 1 || count < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int *places = malloc(count * sizeof(int));
    for (int i = 0; i < count; i++)
        if (fscanf(input, "%d", &places[i]) != 1 || places[i] < 0 || places[i] >= 64)
            MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(input);

    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < 64; i++)
        cells[i] = 0;
    MPI_Win_fence(0, win);
    for (int i = 0; i < count; i++)
        MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, places[i], 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    printf("%d\n", cells[places[0]]);
    MPI_Win_free(&win);
    free(places);
    MPI_Finalize();
    return 0;
}
