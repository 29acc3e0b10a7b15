/*
 * A fetch in two steps of a loop that a state ends: ask, then wait.
 * The result is used behind the loop, inside the epoch.
 *
 * The second turn waits for the request, and the state lets no third one follow (MPI 4.1, 12.3.7).
 */
//@ expect: none
//@ twin: states_two_sync.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *cells, got = 0, turns = 0, state = 0;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    while (state != 2) {
        if (state == 0) {
            MPI_Rget(&got, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win, &request);
            state = 1;
        } else {
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            state = 2;
        }
        turns++;
    }
    printf("%d %d\n", turns, got);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
