// Each iteration but the first waits for the request of the one before, and then fills the buffer again (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: wait_guarded_by_iteration_race.c
#include <mpi.h>
#include <stdlib.h>

#define N 32

int main(int argc, char **argv)
{
    int me, size, to, *memory, block[N];
    long sum = 0;
    MPI_Win win;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    to = (me + 1) % size;
    MPI_Win_allocate(100 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    if (steps > 100)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < steps; i++) {
        if (i > 0)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int j = 0; j < N; j++)
            block[j] = i + j;
        MPI_Rput(block, N, MPI_INT, to, i * N, N, MPI_INT, win, &request);
    }
    if (steps > 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
