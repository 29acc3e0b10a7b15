/*
 * Two buffers; which one is sent is chosen by a conditional expression on the rank's parity.
 *
 * The second conditional expression has its arms exchanged: the store always goes to the array that
 * was not sent, which no operation uses (MPI 4.1, 12.3 restricts only the buffer of the call).
 */
//@ expect: none
//@ twin: ternary_same_buffer.c
#include <mpi.h>

#define LEN 4

int main(int argc, char **argv)
{
    int rank, size;
    float red[LEN] = {1, 2, 3, 4}, black[LEN] = {5, 6, 7, 8}, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(LEN * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    float *src = rank % 2 ? red : black;
    MPI_Put(src, LEN, MPI_FLOAT, (rank + 1) % size, 0, LEN, MPI_FLOAT, win);
    float *next = rank % 2 ? black : red;
    next[2] = 0.25f;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
