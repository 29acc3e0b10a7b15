// An allgather on a ring, three times: in each step a process sends on the block that it got in the step before, between two fences.
// Race-free: the second fence of a step completes the put and orders the two processes; a block is sent on only behind it (MPI 4.1, 12.5.1, 12.7).
//
//@ expect: none
//@ twin: ring_gather_between_fences_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, wrong = 0;
    double *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(size * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
    for (int turn = 0; turn < 3; turn++) {
        all[rank] = rank + turn;
        for (int step = 0; step < size - 1; step++) {
            int block = (rank - step + size) % size;
            MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
            MPI_Put(all + block, 1, MPI_DOUBLE, right, block, 1, MPI_DOUBLE, win);
            MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        }
        for (int r = 0; r < size; r++)
            wrong += all[r] != r + turn;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong;
}
