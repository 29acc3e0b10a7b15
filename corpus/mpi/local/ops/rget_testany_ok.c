// One MPI_Rget tested with MPI_Testany.
// The variable is read in the branch where the flag is true, which with a single active request means that this
// operation is complete (MPI 4.1, 3.7.5, 12.3.5).
//
//@ expect: none
//@ twin: rget_testany_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, index, flag;
    int origin_val, result = 0;
    MPI_Request reqs[1];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    origin_val = 11 * rank;
    MPI_Win_create(&origin_val, sizeof origin_val, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rget(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &reqs[0]);
        MPI_Testany(1, reqs, &index, &flag, MPI_STATUS_IGNORE);
        if (flag)
            printf("result so far %d\n", result);
        MPI_Waitall(1, reqs, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
