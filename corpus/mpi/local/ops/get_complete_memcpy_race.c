// Rank 1 gets a row of rank 0 between start and complete and copies it with memcpy.
// memcpy reads the row before MPI_Win_complete, while the get may still be writing it (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: get_complete_memcpy_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define COLS 12

static double row[COLS], halo[COLS], saved[COLS];

int main(int argc, char **argv)
{
    int rank;
    MPI_Group world;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int c = 0; c < COLS; c++)
        row[c] = rank * 100.0 + c;
    MPI_Win_create(row, sizeof row, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);

    if (rank == 0) {
        MPI_Group g;
        MPI_Group_incl(world, 1, (int[]){1}, &g);
        MPI_Win_post(g, MPI_MODE_NOPUT, win);
        MPI_Win_wait(win);
        MPI_Group_free(&g);
    } else if (rank == 1) {
        MPI_Group g;
        MPI_Group_incl(world, 1, (int[]){0}, &g);
        MPI_Win_start(g, 0, win);
        MPI_Get(halo, COLS, MPI_DOUBLE, 0, 0, COLS, MPI_DOUBLE, win); //@ A
        memcpy(saved, halo, sizeof saved); //@ B
        MPI_Win_complete(win);
        MPI_Group_free(&g);
        printf("%g %g\n", saved[0], saved[COLS - 1]);
    }
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
