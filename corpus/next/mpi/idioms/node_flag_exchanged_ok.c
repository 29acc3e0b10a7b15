// Rank 0 of a node puts a value to rank 1, then exchanges a flag in its part of a shared window, for which rank 1 waits.
// Race-free: the flush completes the put at its target before the flag is raised, and the target reads the cell after it has seen the flag
// (MPI 4.1, 12.5.4; C11, 5.1.2.4).
//
//@ expect: none
//@ twin: node_flag_exchanged_race.c
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm node;
    MPI_Win flags, win;
    MPI_Aint bytes;
    _Atomic int *flag;
    int me, unit, value = 3, got = 0, *cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &me);
    MPI_Win_allocate_shared(me == 0 ? sizeof *flag : 0, 1, MPI_INFO_NULL, node, &flag, &flags);
    MPI_Win_shared_query(flags, 0, &bytes, &unit, &flag);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &cell, &win);
    *cell = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, flags);
    if (me == 0)
        atomic_init(flag, 0);
    MPI_Win_sync(flags);
    MPI_Barrier(node);
    MPI_Win_sync(flags);
    if (me == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        int none = 0;
        atomic_compare_exchange_strong(flag, &none, 1);
    } else if (me == 1) {
        while (!atomic_load(flag))
            ;
        got = *cell;
    }
    MPI_Win_unlock_all(flags);
    MPI_Win_unlock_all(win);
    printf("%d\n", got);
    MPI_Win_free(&win);
    MPI_Win_free(&flags);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
