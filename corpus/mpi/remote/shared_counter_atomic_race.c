// All processes of a node add to a counter in a shared window with a load and a store: they race (MPI 4.1, 12.7; C11, 5.1.2.4).
//
//@ expect: error RMA201 A A
//@ twin: shared_counter_atomic_ok.c
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

struct board {
    int count;
    int data[64];
};

int main(int argc, char **argv)
{
    int me, unit, sum = 0;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win win;
    struct board *board;
    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &me);
    MPI_Win_allocate_shared(me == 0 ? sizeof *board : 0, 1, MPI_INFO_NULL, node, &board, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &board);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (me == 0)
        board->count = 0;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    board->count++; //@ A
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    if (me == 0)
        printf("%d %d\n", sum, board->count);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
