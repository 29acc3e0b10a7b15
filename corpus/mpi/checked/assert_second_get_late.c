/* As assert_second_get_early.c, with a fence between the gets. */
//@ expect: none
//@ twin: assert_second_get_early.c
#undef NDEBUG
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, mine[2] = {1, 2}, got = 0;
    MPI_Win win;

    assert(MPI_Init(&argc, &argv) == MPI_SUCCESS);
    assert(MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS);
    assert(MPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS);
    assert(!MPI_Win_create(mine, sizeof mine, sizeof mine[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    assert(!MPI_Win_fence(0, win));
    assert(!MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win));
    assert(!MPI_Win_fence(0, win));
    assert(!MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win));
    assert(!MPI_Win_fence(0, win));
    assert(!MPI_Win_free(&win));
    printf("%d\n", got);
    MPI_Finalize();
    return 0;
}
