/*
 * Each owner gives its window a first value; then the neighbour puts.
 *
 * Nothing orders the first value before the neighbour's put: lock_all waits for nobody (MPI 4.1, 12.5.3),
 * and the creation of the window came before the store. Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: owner_init_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    mem[0] = 0; //@ B
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
