/*
 * A shared-memory window: rank 0 puts into the segment of rank 1, rank 2 loads it directly.
 *
 * Flush, barrier and MPI_Win_sync stand between the put and the direct load (MPI 4.1, 12.2.3, 12.5.4).
 */
//@ expect: none
//@ twin: shared_direct_load_no_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Aint bytes;
    int x = 6, unit, *mem, *theirs;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 2)
        printf("%d\n", theirs[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
