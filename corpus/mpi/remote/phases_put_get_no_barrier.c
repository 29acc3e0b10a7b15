/*
 * First all put to the next process, then all get from the one after it: each cell has one writer and
 * another reader.
 *
 * The flush completes the own put only; the get may come before the other process's put (MPI 4.1, 12.5.4,
 * 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: phases_put_get_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, got, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 2) % size, 0, 1, MPI_INT, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
