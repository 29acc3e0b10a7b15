/*
 * The x coordinate of each particle is fetched with an hvector type.
 *
 * x is the footprint: blocks of one double, sizeof(particle) bytes apart (MPI 4.1, 5.1.2). p[2].x is
 * read while the get writes it (12.3).
 */
//@ expect: error RMA102 A B
//@ twin: hvector_particle_y.c
#include <mpi.h>
#include <stdio.h>

typedef struct { double x, y, z; } particle;
#define NP 4

int main(int argc, char **argv)
{
    particle p[NP];
    double xs[NP];
    int rank, size;
    MPI_Datatype xtype;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < NP; i++) {
        p[i] = (particle){0.0, 1.0, 2.0};
        xs[i] = rank + i;
    }
    MPI_Win_create(xs, sizeof xs, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Type_create_hvector(NP, 1, sizeof(particle), MPI_DOUBLE, &xtype);
    MPI_Type_commit(&xtype);

    MPI_Win_lock_all(0, win);
    MPI_Get(&p[0].x, 1, xtype, (rank + 1) % size, 0, NP, MPI_DOUBLE, win); //@ A
    printf("%g\n", p[2].x); //@ B
    MPI_Win_unlock_all(win);

    printf("%g\n", p[3].x);
    MPI_Type_free(&xtype);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
