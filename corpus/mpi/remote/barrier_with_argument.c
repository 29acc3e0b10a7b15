/*
 * What stands between flush and load depends on the number of program arguments.
 *
 * Without arguments nothing stands there (MPI 4.1, 12.5.4). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: barrier_or_allreduce.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, most = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush((rank + 1) % size, win);
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0] + most); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
