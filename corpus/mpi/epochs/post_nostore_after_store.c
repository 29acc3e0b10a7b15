/*
 * Each process sets its cell and exposes the window to its left neighbour, which gets it.
 *
 * The post promises that the window was not stored to since the last synchronisation (MPI_MODE_NOSTORE; MPI
 * 4.1, 12.5.5). Happens with any number of processes.
 */
//@ expect: error RMA505 A B
//@ twin: post_plain_after_store.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, got = 0, *mem;
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
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    mem[0] = rank * rank; //@ A
    MPI_Win_post(from, MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win); //@ B
    MPI_Win_start(to, 0, win);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    printf("%d\n", got);

    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
