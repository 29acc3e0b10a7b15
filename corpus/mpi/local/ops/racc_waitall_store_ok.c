// Two MPI_Raccumulate operations from two halves of one array; then the array is shifted.
// MPI_Waitall gets both requests; both origin buffers may be modified (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: racc_waitall_store_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double total[4] = {0}, part[4] = {1, 2, 3, 4};
    MPI_Request reqs[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(total, sizeof total, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(part, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, MPI_SUM, win, &reqs[0]);
    MPI_Raccumulate(part + 2, 2, MPI_DOUBLE, 0, 2, 2, MPI_DOUBLE, MPI_SUM, win, &reqs[1]);
    MPI_Waitall(2, reqs, MPI_STATUSES_IGNORE);
    part[3] = part[0] + rank;
    printf("%f\n", part[3]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
