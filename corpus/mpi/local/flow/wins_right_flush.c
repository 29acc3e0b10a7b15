/*
 * Two windows in an array.
 *
 * Put and flush use wins[1] (MPI 4.1, 12.5.4); the buffer may be reused.
 */
//@ expect: none
//@ twin: wins_wrong_flush.c
#include <mpi.h>

#define NWIN 2

int main(int argc, char **argv)
{
    MPI_Win wins[NWIN];
    int *mem[NWIN], rank, size, v;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int w = 0; w < NWIN; w++)
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem[w], &wins[w]);
    for (int w = 0; w < NWIN; w++)
        MPI_Win_lock_all(0, wins[w]);

    v = rank;
    MPI_Put(&v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, wins[1]);
    MPI_Win_flush_all(wins[1]);
    v = -2;

    for (int w = 0; w < NWIN; w++)
        MPI_Win_unlock_all(wins[w]);
    for (int w = NWIN - 1; w >= 0; w--)
        MPI_Win_free(&wins[w]);
    MPI_Finalize();
    return 0;
}
