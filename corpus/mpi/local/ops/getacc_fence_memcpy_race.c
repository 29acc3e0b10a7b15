// MPI_Get_accumulate in a fence epoch; the old contents are saved with memcpy.
// memcpy reads the result buffer before the closing fence (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: getacc_fence_memcpy_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define N 3

int main(int argc, char **argv)
{
    int rank, size;
    unsigned mask[N] = {0}, bits[N], old[N] = {0}, saved[N];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < N; i++)
        bits[i] = 1u << (rank + i);
    MPI_Win_create(mask, sizeof mask, sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Get_accumulate(bits, N, MPI_UNSIGNED, old, N, MPI_UNSIGNED, size - 1, 0, N, MPI_UNSIGNED, MPI_BOR, win); //@ A
    memcpy(saved, old, sizeof saved); //@ B
    MPI_Win_fence(0, win);

    printf("%d: %x %x\n", rank, saved[0], saved[N - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
