/*
 * A bounded send loop that stops early at a limit given on the command line.
 *
 * At i == limit the loop is left between Rput and Wait. The store behind the loop hits the origin
 * buffer of the last Rput, whose request was not completed (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA101 A B
//@ twin: break_after_wait.c
#include <mpi.h>
#include <stdlib.h>

#define MAX 20

int main(int argc, char **argv)
{
    int rank, size, limit, v = 0, *table;
    MPI_Request req = MPI_REQUEST_NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    limit = argc > 1 ? atoi(argv[1]) : MAX;
    MPI_Win_allocate(MAX * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    MPI_Win_lock_all(0, win);

    for (int i = 0; i < MAX; ++i) {
        v = i * i;
        MPI_Rput(&v, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &req); //@ A
        if (i == limit)
            break;
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    }
    v = -rank; //@ B
    MPI_Wait(&req, MPI_STATUS_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
