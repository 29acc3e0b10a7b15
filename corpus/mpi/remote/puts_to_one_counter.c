/*
 * All processes change a cell of rank 0 in one lock_all epoch.
 *
 * By MPI_Put: concurrent puts to one location (MPI 4.1, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: sums_to_one_counter.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int one = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
