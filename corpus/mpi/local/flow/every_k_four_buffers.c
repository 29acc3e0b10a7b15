/*
 * A completion every fourth iteration and a round-robin set of buffers.
 *
 * Four buffers for four iterations: each buffer is written once between two flushes (MPI 4.1, 12.5.4),
 * before its put. At reuse all earlier puts are complete.
 */
//@ expect: none
//@ twin: every_k_three_buffers.c
#include <mpi.h>

#define BATCH 4
#define SLOTS 4
#define ITER 40

int main(int argc, char **argv)
{
    int rank, size;
    int slot[SLOTS], *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(ITER * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int dst = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    for (int it = 0; it < ITER; it++) {
        slot[it % SLOTS] = it * it;
        MPI_Put(&slot[it % SLOTS], 1, MPI_INT, dst, it, 1, MPI_INT, win);
        if (it % BATCH == BATCH - 1)
            MPI_Win_flush(dst, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
