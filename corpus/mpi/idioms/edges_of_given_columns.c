/*
 * A field is divided among a grid of processes, whose columns are an argument of the program. A table of four edges says from which cells each
 * process puts, to which cells of the neighbour's frame, and with which type; a loop goes over it.
 *
 * Each process puts from its block into frames of others, which nobody else writes and no process puts from. Barriers stand between the puts,
 * complete at the unlock, and the loads of the frames (MPI 4.1, 12.5.3, 12.7).
 */
//@ expect: none
//@ twin: edges_of_given_columns_shifted.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int neighbour;       /* rank, or -1 at the border */
    int from;            /* first own cell */
    int to;              /* first cell of the neighbour */
    int count;
    MPI_Datatype type;
} Edge;

int main(int argc, char **argv)
{
    int rank, size, columns, rows, x, y, width, height, pitch, step, k, i, j;
    double *cells, sum = 0.0;
    MPI_Datatype column;
    Edge edges[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    columns = argc > 3 ? atoi(argv[3]) : 1;
    if (columns < 1 || size % columns != 0) {
        MPI_Finalize();
        return 1;
    }
    rows = size / columns;
    x = rank % columns;
    y = rank / columns;
    width = argc > 1 ? atoi(argv[1]) : 64;
    height = argc > 2 ? atoi(argv[2]) : 64;
    if (width < 1 || height < 1 || width % columns != 0 || height % rows != 0) {
        fprintf(stderr, "%d times %d cells do not fit\n", width, height);
        MPI_Finalize();
        return 1;
    }
    width /= columns;
    height /= rows;
    pitch = width + 2;
    MPI_Win_allocate((MPI_Aint)pitch * (height + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Type_vector(height, 1, pitch, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    edges[0] = (Edge){y > 0 ? rank - columns : -1, pitch + 1, (height + 1) * pitch + 1, width, MPI_DOUBLE};
    edges[1] = (Edge){y < rows - 1 ? rank + columns : -1, height * pitch + 1, 1, width, MPI_DOUBLE};
    edges[2] = (Edge){x > 0 ? rank - 1 : -1, pitch + 1, pitch + width + 1, 1, column};
    edges[3] = (Edge){x < columns - 1 ? rank + 1 : -1, pitch + width, pitch, 1, column};
    for (i = 0; i < pitch * (height + 2); i++)
        cells[i] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    for (step = 0; step < 10; step++) {
        for (k = 0; k < 4; k++) {
            if (edges[k].neighbour < 0)
                continue;
            MPI_Win_lock(MPI_LOCK_SHARED, edges[k].neighbour, 0, win);
            MPI_Put(cells + edges[k].from, edges[k].count, edges[k].type, edges[k].neighbour, edges[k].to, //@ A
                    edges[k].count, edges[k].type, win);
            MPI_Win_unlock(edges[k].neighbour, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        for (j = 1; j <= height; j++)
            for (i = 1; i <= width; i++)
                sum += cells[j * pitch + i - 1] + cells[j * pitch + i + 1] + cells[(j - 1) * pitch + i] + cells[(j + 1) * pitch + i];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%f\n", sum);
    MPI_Type_free(&column);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
