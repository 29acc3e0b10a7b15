/*
 * A helper hands out a work buffer through a pointer-to-pointer parameter.
 *
 * The helper advances to the other buffer first, so the two pointers never name the same memory while
 * the put is pending (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: out_param_alias.c
#include <mpi.h>

static int even[4], odd[4];
static int turn;

static void next_buffer(int **out)
{
    turn++;
    *out = (turn & 1) ? odd : even;
}

int main(int argc, char **argv)
{
    int rank, size, *mem, *a, *b;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    next_buffer(&a);
    a[0] = rank;
    MPI_Win_fence(0, win);
    MPI_Put(a, 4, MPI_INT, size - 1 - rank, 0, 4, MPI_INT, win);
    next_buffer(&b);
    b[0] = -rank;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
