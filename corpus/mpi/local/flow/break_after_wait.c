/*
 * A bounded send loop that stops early at a limit given on the command line.
 *
 * The break is behind the Wait, so each Rput is complete at the origin (MPI 4.1, 12.3.5) whenever the
 * loop is left.
 */
//@ expect: none
//@ twin: break_before_wait.c
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
        MPI_Rput(&v, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &req);
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        if (i == limit)
            break;
    }
    v = -rank;
    MPI_Wait(&req, MPI_STATUS_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
