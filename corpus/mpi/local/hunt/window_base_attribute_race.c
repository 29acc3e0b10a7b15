// The own window memory by MPI_WIN_BASE is origin of a put and is written before the unlock. MPI_WIN_BASE is
// the address of the window memory (MPI 4.1, 12.2.6). The neighbour writes other cells.
//
//@ expect: error RMA101 A B
//@ twin: window_base_attribute_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *mem;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int right = (rank + 1) % size;

    void *attr = NULL;
    int flag = 0;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &attr, &flag);
    int *base = attr;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(mem, 2, MPI_INT, right, 4, 2, MPI_INT, win); //@ A
    base[1] = 1; //@ B
    MPI_Win_unlock(right, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
