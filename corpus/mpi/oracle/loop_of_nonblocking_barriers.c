/*
 * A loop of nonblocking barriers, each waited for in its iteration, then one more, and then a put into cells that the
 * loop has read.
 *
 * The k-th barrier of one process is the k-th of every other, so that nobody is in the loop any more when the last one is
 * waited for (MPI 4.1, 6.12): the reads are complete with the unlock before it.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int x = 1, seen[3] = {0, 0, 0}, mem[2] = {0, 0};
    MPI_Request step_done, all_done;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 3; step++) {
        MPI_Get(&seen[step], 1, MPI_INT, (rank + 1) % size, step % 2, 1, MPI_INT, win);
        MPI_Ibarrier(MPI_COMM_WORLD, &step_done);
        MPI_Wait(&step_done, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Ibarrier(MPI_COMM_WORLD, &all_done);
    MPI_Wait(&all_done, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1 % size, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1 % size, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1 % size, win);
    }
    MPI_Win_free(&win);
    printf("%d: %d %d %d\n", rank, seen[0], seen[1], seen[2]);
    MPI_Finalize();
    return 0;
}
