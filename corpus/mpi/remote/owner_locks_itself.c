/*
 * Each process puts to its right neighbour under an exclusive lock and reads its own cell under a lock.
 *
 * The reader locks its own window (MPI 4.1, 12.5.3), and the two epochs cannot overlap.
 */
//@ expect: none
//@ twin: owner_locks_neighbour.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, seen, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    int to = (rank + 1) % size;
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_unlock(to, win);

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    seen = mem[0];
    MPI_Win_unlock(rank, win);
    printf("%d\n", seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
