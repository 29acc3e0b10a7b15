// One scratch cell feeds a put to every other rank; each value lands in the sender's slot at the target.
// MPI_Win_flush_local after each put is enough to reuse the buffer: it completes the put at the origin
// (MPI 4.1, 12.5.4); where the data is at the target does not matter for the buffer.
//
//@ expect: none
//@ twin: put_flush_local_reuse_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, scratch;
    int *slots;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);

    MPI_Win_lock_all(0, win);
    for (int r = 0; r < size; r++) {
        scratch = 1000 * rank + r;
        MPI_Put(&scratch, 1, MPI_INT, r, rank, 1, MPI_INT, win);
        MPI_Win_flush_local(r, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0)
        printf("%d\n", slots[size - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
