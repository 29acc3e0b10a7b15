/*
 * The other processes try to swap their rank into a cell of rank 0, which reports who was first.
 *
 * A barrier follows the unlock (MPI 4.1, 12.5.3, 6.3).
 */
//@ expect: none
//@ twin: cas_and_owner_load.c
#include <mpi.h>
#include <stdio.h>
#include <stdint.h>

static int64_t try_first(int64_t me, MPI_Win win)
{
    int64_t none = -1, before;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Compare_and_swap(&me, &none, &before, MPI_INT64_T, 0, 0, win);
    MPI_Win_unlock(0, win);
    return before;
}

int main(int argc, char **argv)
{
    int rank, size;
    int64_t before = -1, *first;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &first, &win);
    *first = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0)
        before = try_first(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        before = *first;
    printf("%d: %ld\n", rank, (long)before);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
