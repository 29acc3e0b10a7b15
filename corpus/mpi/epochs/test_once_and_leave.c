/*
 * Rank 1 exposes its window and asks once with MPI_Win_test whether rank 0 has finished.
 *
 * When it has not, rank 1 leaves: the exposure epoch stays open (MPI 4.1, 12.5.2). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA502 A A
//@ twin: test_once_then_wait.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, peer, done = 0, x = 3, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win); //@ A
        MPI_Win_test(win, &done);
        printf("%d\n", done);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
