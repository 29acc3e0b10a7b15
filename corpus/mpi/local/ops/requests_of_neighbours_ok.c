// A request for each neighbour that there is, counted; MPI_Waitall waits for all of them (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: requests_of_neighbours_race.c
#include <mpi.h>

#define N 32

int main(int argc, char **argv)
{
    int me, size, count = 0, *memory, halo[2][N] = {{0}};
    long sum = 0;
    MPI_Win win;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    int neighbours[2] = {me > 0 ? me - 1 : MPI_PROC_NULL, me < size - 1 ? me + 1 : MPI_PROC_NULL};
    for (int k = 0; k < 2; k++)
        if (neighbours[k] != MPI_PROC_NULL)
            MPI_Rget(halo[k], N, MPI_INT, neighbours[k], k * N, N, MPI_INT, win, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++)
        sum += halo[0][i] + halo[1][i];
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
