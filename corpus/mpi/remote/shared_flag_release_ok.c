// A process writes to a shared window and then sets a flag there with a release store; the others read the data when an acquire load has seen the flag
// (MPI 4.1, 12.7; C11, 5.1.2.4).
//
//@ expect: none
//@ twin: shared_flag_release_race.c
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

struct board {
    _Atomic int count;
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
        atomic_init(&board->count, 0);
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    if (me == 0) {
        for (int i = 0; i < 64; i++)
            board->data[i] = i;
        atomic_store_explicit(&board->count, 1, memory_order_release);
    } else {
        while (!atomic_load_explicit(&board->count, memory_order_acquire))
            ;
        for (int i = 0; i < 64; i++)
            sum += board->data[i];
    }
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
