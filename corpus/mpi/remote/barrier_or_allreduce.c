/*
 * What stands between flush and load depends on the number of program arguments.
 *
 * With arguments it is a barrier, without an allreduce; both order all to all (MPI 4.1, 6.3, 6.9.6), and all
 * processes take the same branch.
 */
//@ expect: none
//@ twin: barrier_with_argument.c
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
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Allreduce(&x, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    printf("%d\n", mem[0] + most);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
