/*
 * The width of what is printed goes into a variable that a put has read before the flush.
 *
 * The flush completes the put (MPI 4.1, 12.5.4); `%n` stores the number of characters afterwards (C11, 7.21.6.1).
 */
//@ expect: none
//@ twin: width_counted_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, width = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&width, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush((rank + 1) % size, win);
    printf("process %d of %d%n\n", rank, size, &width); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
