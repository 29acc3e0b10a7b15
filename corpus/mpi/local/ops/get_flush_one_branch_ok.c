// A get that a command line option completes early.
// Both branches complete the get (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: get_flush_one_branch_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, mine, theirs = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank - 4;
    MPI_Win_create(&mine, sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&theirs, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        if (argc > 1)
            MPI_Win_flush_all(win);
        else
            MPI_Win_flush_local(1, win);
        printf("theirs %d\n", theirs);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
