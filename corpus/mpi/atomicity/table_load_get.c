/*
 * Local access of the owner against a get of another process, in one phase.
 *
 * The owner loads: two reads do not conflict (MPI 4.1, 12.7; thesis, Table 2.2: local load, remote read).
 */
//@ expect: none
//@ twin: table_store_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, other = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 3 * rank;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        printf("own %d\n", mem[0]);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&other, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        printf("other %d\n", other);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
