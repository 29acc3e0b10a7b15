/* Calls stand in assertions, which end the program by a function that does not return. Two gets write one buffer in one epoch
   (MPI 4.1, 12.3). */
//@ expect: error RMA104 FIRST SECOND
//@ twin: assert_second_get_late.c
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
    assert(!MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win)); //@ FIRST
    assert(!MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win)); //@ SECOND
    assert(!MPI_Win_fence(0, win));
    assert(!MPI_Win_free(&win));
    printf("%d\n", got);
    MPI_Finalize();
    return 0;
}
