/*
 * MPI-3 local completion with a request inside a lock_all epoch.
 *
 * MPI_Wait completes the Rput at the origin (MPI 4.1, 12.3.5): the buffer may be reused although the
 * operation may not be complete at the target.
 */
//@ expect: none
//@ twin: rput_store_before_wait.c
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[40] = "first line", *mem;
    int rank, size;
    MPI_Request r;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(40, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Rput(line, 40, MPI_CHAR, (rank + 1) % size, 0, 40, MPI_CHAR, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    memcpy(line, "second line", 12);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
