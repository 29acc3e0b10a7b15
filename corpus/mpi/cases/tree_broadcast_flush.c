/*
 * A broadcast along a binary tree: each process waits for its flag, reads its value and hands it to the
 * children 2r+1 and 2r+2. After the binary broadcast that Nasty-MPI tests.
 *
 * The value is flushed before the flag of the child is set (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: tree_broadcast_no_flush.c
#include <mpi.h>
#include <stdio.h>

enum { VALUE, FLAG, CELLS };

static void wait_for_flag(int self, MPI_Win win)
{
    int flag = 0;

    while (flag == 0) {
        MPI_Fetch_and_op(NULL, &flag, MPI_INT, self, FLAG, MPI_NO_OP, win);
        MPI_Win_flush(self, win);
    }
}

static void hand_to(int child, int *value, MPI_Win win)
{
    static const int one = 1;

    MPI_Put(value, 1, MPI_INT, child, VALUE, 1, MPI_INT, win);
    MPI_Win_flush(child, win);
    MPI_Accumulate(&one, 1, MPI_INT, child, FLAG, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(child, win);
}

int main(int argc, char **argv)
{
    int rank, size, value = 42, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[FLAG] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank > 0) {
        wait_for_flag(rank, win);
        value = cell[VALUE];
    }
    for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
        hand_to(child, &value, win);
    MPI_Win_unlock_all(win);
    printf("%d has %d\n", rank, value);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
