// A flag says whether a get is pending, but it is set with the gets of the first iterations only: behind the loop a later get is pending, and later ones meet each other
// (MPI 4.1, 12.5.4).
//
//@ expect: error RMA102 A B
//@ expect: error RMA104 A A
//@ twin: pending_flag_behind_loop_ok.c
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
            MPI_Get(block, N, MPI_INT, to, 0, N, MPI_INT, win); //@ A
            pending = i < 2;
        }
    }
    if (pending)
        MPI_Win_flush(to, win);
    sum += block[1]; //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
