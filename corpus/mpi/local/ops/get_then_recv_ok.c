// Rank 0 gets a default setting from rank 1 and then receives an override for it in a message.
// MPI_Win_unlock completes the get before MPI_Recv (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: get_then_recv_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, setting = 3, current = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&setting, sizeof setting, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&current, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Recv(&current, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", current);
    } else if (rank == 1) {
        int override = 8;
        MPI_Send(&override, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
