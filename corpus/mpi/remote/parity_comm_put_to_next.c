/*
 * A communicator of the ranks of the same parity; the barrier before the load is one of that communicator.
 *
 * The put goes to rank + 1, a process of the other communicator: the barrier does not contain origin and
 * target together (MPI 4.1, 6.3). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: parity_comm_put_in_group.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Comm half;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 0;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Barrier(MPI_COMM_WORLD);

    int to = rank + 1;
    MPI_Win_lock_all(0, win);
    if (to < size) {
        MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(to, win);
    }
    MPI_Barrier(half);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);
    MPI_Comm_free(&half);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
