/*
 * A row of processes is as wide as the largest divisor of their number up to what the user asks for. Each process puts its edge into a slot of its right neighbour
 * in the row, by the parity of the step, and reads a slot of its own; a fence ends each step.
 *
 * The load reads the slot that the left neighbour writes in the same step (MPI 4.1, 12.7): two processes in one row are enough.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: rows_of_divisor_slots_apart.c
#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>
struct run { MPI_Comm comm; MPI_Win win; double *slots; int rank, size, width, steps; };
static int pick_width(int size, int wish)
{
    int w = wish < size ? wish : size;
    while (w > 1 && size % w != 0)
        w--;
    return w < 1 ? 1 : w;
}
static void step(struct run *r, int s, double *edge)
{
    int row = r->rank / r->width, col = r->rank % r->width;
    int right = row * r->width + (col + 1) % r->width;
    MPI_Put(edge, 1, MPI_DOUBLE, right, s % 2, 1, MPI_DOUBLE, r->win); //@ PUT
    double before = r->slots[s % 2]; //@ LOAD
    MPI_Win_fence(0, r->win);
    *edge = 0.5 * (*edge + before);
}
int main(int argc, char **argv)
{
    struct run r = { .comm = MPI_COMM_WORLD, .steps = 10 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(r.comm, &r.rank);
    MPI_Comm_size(r.comm, &r.size);
    int wish = argc > 1 ? atoi(argv[1]) : 4;
    if (argc > 2) r.steps = atoi(argv[2]);
    r.width = pick_width(r.size, wish);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, r.comm, &r.slots, &r.win);
    r.slots[0] = r.slots[1] = 0;
    double edge = r.rank;
    MPI_Win_fence(0, r.win);
    for (int s = 0; s < r.steps; s++)
        step(&r, s, &edge);
    printf("%g\n", edge);
    MPI_Win_free(&r.win);
    MPI_Finalize();
    return 0;
}
