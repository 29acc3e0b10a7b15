/*
 * Two processes: fences are called behind complete and wait.
 *
 * Access epochs of a process on one window are disjoint (MPI 4.1, 12.5). The epochs of start and post are over when that of the fences begins.
 */
//@ expect: none
//@ twin: fence_inside_start.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;
    int peer, one = 1;
    MPI_Group all, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (size != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    MPI_Put(&one, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&one, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
