/*
 * Double buffering by exchanging two pointers.
 *
 * The flush of step s stands after the fill and before the put, and completes the put of step s - 1
 * (MPI 4.1, 12.5.4). When a buffer is filled, only the other one can be pending.
 */
//@ expect: none
//@ twin: pointer_swap_half_flush.c
#include <mpi.h>
#include <stdlib.h>

#define STEPS 9
#define LEN 16

int main(int argc, char **argv)
{
    int rank, size, k, *mem;
    int *cur = malloc(LEN * sizeof(int));
    int *spare = malloc(LEN * sizeof(int));
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(STEPS * LEN * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int peer = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    for (int s = 0; s < STEPS; s++) {
        for (k = 0; k < LEN; k++)
            cur[k] = s + 3 * k;
        MPI_Win_flush_local(peer, win);
        MPI_Put(cur, LEN, MPI_INT, peer, s * LEN, LEN, MPI_INT, win);
        int *tmp = cur;
        cur = spare;
        spare = tmp;
    }
    MPI_Win_unlock(peer, win);

    free(cur);
    free(spare);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
