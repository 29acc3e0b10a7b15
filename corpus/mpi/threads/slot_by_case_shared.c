/*
 * The threads of a team put to rank 0, each into the slot that a switch over its number says.
 *
 * Threads 0 and 3 have the same slot: both put to one place, and no order of the puts is said (MPI 4.1, 12.7). Happens with any
 * number of processes.
 */
//@ expect: error RMA203 A A
//@ twin: slot_by_case_own.c
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static int slot_of(int thread)
{
    switch (thread) {
    case 0: return 2;
    case 1: return 0;
    case 2: return 3;
    default: return 2;
    }
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    long *cells;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)(size * 4 * sizeof(long)), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        long value = 10 * rank + thread;
        int slot = slot_of(thread);
        MPI_Put(&value, 1, MPI_LONG, 0, rank * 4 + slot, 1, MPI_LONG, win); //@ A
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
