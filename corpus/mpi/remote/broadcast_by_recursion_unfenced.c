/*
 * A value goes down a binomial tree: in each step those that have it put it to others. The steps are the activations of a
 * recursive function; the first has no fence.
 *
 * With two processes there is one step only: nothing completes the put of rank 0 before rank 1 reads its memory and both free the
 * window (MPI 4.1, 12.5.1 and 12.2.5). With four, rank 1 passes the value on before the first put has arrived.
 */
//@ expect: error RMA201 A A
//@ expect: error RMA201 A B
//@ expect: error RMA403 A C
//@ twin: broadcast_by_recursion.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win win;
static int *mem;

static void step(int level, int levels, int rank, int size)
{
    int half = 1 << level;
    if (level >= levels)
        return;
    if (rank < half && rank + half < size)
        MPI_Put(mem, 1, MPI_INT, rank + half, 0, 1, MPI_INT, win); //@ A
    if (level > 0)
        MPI_Win_fence(0, win);
    step(level + 1, levels, rank, size);
}

int main(int argc, char **argv)
{
    int rank, size, levels = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((1 << levels) < size)
        levels++;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = rank == 0 ? 42 : 0;
    MPI_Win_fence(0, win);
    step(0, levels, rank, size);
    printf("%d\n", *mem); //@ B
    MPI_Win_free(&win); //@ C
    MPI_Finalize();
    return 0;
}
