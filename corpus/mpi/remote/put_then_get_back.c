/*
 * A process puts a value to its neighbour and gets it back to check it.
 *
 * Put and get of one origin are not ordered (MPI 4.1, 12.7.2); flush_local says nothing of the target.
 * Happens with any number of processes.
 */
//@ expect: error RMA203 A B
//@ twin: put_flush_get_back.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, back, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    int to = (rank + 1) % size;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_local(to, win);
    MPI_Get(&back, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ B
    MPI_Win_flush(to, win);
    printf("%d\n", back);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
