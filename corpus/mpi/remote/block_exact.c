/*
 * Each process puts a block of a table at rank 0, at displacement 4 * rank.
 *
 * The block has four elements; the blocks of different processes are disjoint.
 */
//@ expect: none
//@ twin: block_one_too_long.c
#include <mpi.h>

#define LEN 4

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int block[LEN + 1], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (LEN * size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i <= LEN; i++)
        block[i] = rank + i;

    MPI_Win_lock_all(0, win);
    MPI_Put(block, LEN, MPI_INT, 0, LEN * rank, LEN, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
