/*
 * The inner part of a grid with halo is sent with a subarray type.
 *
 * The subarray is rows 1 to 4 and columns 1 to 4 (MPI 4.1, 5.1.3, C order); element (4, 0) is in the
 * halo.
 */
//@ expect: none
//@ twin: subarray_inside.c
#include <mpi.h>

#define N 6

static float grid[N][N];

int main(int argc, char **argv)
{
    int sizes[2] = {N, N}, sub[2] = {N - 2, N - 2}, start[2] = {1, 1};
    int rank, size;
    float *mem;
    MPI_Datatype inner;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_subarray(2, sizes, sub, start, MPI_ORDER_C, MPI_FLOAT, &inner);
    MPI_Type_commit(&inner);
    MPI_Win_allocate(16 * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put(grid, 1, inner, (rank + 1) % size, 0, 16, MPI_FLOAT, win);
    grid[N - 2][0] = 1.0f;
    MPI_Win_unlock_all(win);

    MPI_Type_free(&inner);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
