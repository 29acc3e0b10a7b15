/*
 * Overlap of communication and computation: post, start, put; the inner part is computed; complete, wait;
 * then the end that needs the ghost.
 *
 * The end is computed with the inner part, before MPI_Win_wait (MPI 4.1, 12.5.2). Happens with any number of
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: overlap_uses_ghost_late.c
#include <mpi.h>
#include <stdio.h>

enum { N = 10 };

static double inner(const double *u)
{
    double sum = 0;

    for (int i = 1; i < N; i++)
        sum += u[i] - u[i - 1];
    return sum;
}

static double outer(const double *u, const double *ghost)
{
    return u[0] - *ghost; //@ B
}

int main(int argc, char **argv)
{
    int rank, size, left, right;
    double u[N], sum = 0, *ghost;
    MPI_Group all, from, to;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Group_incl(all, 1, &right, &to);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &ghost, &win);
    for (int i = 0; i < N; i++)
        u[i] = rank + 0.1 * i;

    for (int step = 0; step < 4; step++) {
        MPI_Win_post(from, MPI_MODE_NOSTORE, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(&u[N - 1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ A
        sum += inner(u);
        sum += outer(u, ghost);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    printf("%g\n", sum);

    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
