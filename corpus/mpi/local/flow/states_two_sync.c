/*
 * A fetch in two steps of a loop that a state ends: ask, then synchronise the copies of the window.
 * The result is used behind the loop, inside the epoch.
 *
 * MPI_Win_sync completes no operation (MPI 4.1, 12.5.4): the result may be on its way when it is printed.
 */
//@ expect: error RMA102 A B
//@ twin: states_two_wait.c
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
            MPI_Rget(&got, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win, &request); //@ A
            state = 1;
        } else {
            MPI_Win_sync(win);
            state = 2;
        }
        turns++;
    }
    printf("%d %d\n", turns, got); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
