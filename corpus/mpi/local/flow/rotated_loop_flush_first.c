/*
 * A while loop that computes its next value at the bottom (what a compiler makes of many for loops).
 *
 * The flush stands before the next value is computed, so the put is complete at the origin (MPI 4.1,
 * 12.5.4).
 */
//@ expect: none
//@ twin: rotated_loop_next_value.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, i = 0;
    unsigned x = 1u;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(32 * sizeof(unsigned), sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int nb = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_SHARED, nb, 0, win);
    if (i < 32) {
        do {
            MPI_Put(&x, 1, MPI_UNSIGNED, nb, i, 1, MPI_UNSIGNED, win);
            i++;
            MPI_Win_flush_local(nb, win);
            x = 2654435761u * (unsigned)i;
        } while (i < 32);
    }
    MPI_Win_unlock(nb, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
