// A flag says whether a get is pending. It is set with the get and cleared with the flush: behind the loop nothing is pending when the flag is 0
// (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: pending_flag_behind_loop_race.c
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
    int pending = 0;
    for (int i = 0; i < steps; i++) {
        if (pending) {
            MPI_Win_flush(to, win);
            sum += block[0];
            pending = 0;
        }
        if (i % 3 != 1) {
            MPI_Get(block, N, MPI_INT, to, 0, N, MPI_INT, win);
            pending = 1;
        }
    }
    if (pending)
        MPI_Win_flush(to, win);
    sum += block[1];
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
