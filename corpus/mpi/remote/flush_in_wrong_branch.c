/*
 * Even ranks put into the odd rank above them; a flush in one of the branches, then a barrier.
 *
 * The odd ranks flush, who have put nothing; flush completes only the caller's operations (MPI 4.1, 12.5.4).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: flush_in_right_branch.c
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
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank % 2 == 0 && rank + 1 < size) {
        MPI_Put(&x, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win); //@ A
    }
    if (rank % 2 == 1)
        MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 1)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
