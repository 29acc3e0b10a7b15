/*
 * As the twin, but the step waits only behind its closing fence: the thread of the step before may load while the neighbour puts there
 * (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: made_every_third_step_ok.cpp
#include <mpi.h>

#include <cstdio>
#include <thread>

int main(int argc, char **argv)
{
    int level, rank, size;
    double *cells, sum = 0, mine = 1;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = 0;
    std::thread writer;
    for (int step = 0; step < 9; step++) {
        MPI_Win_fence(0, win);
        if (rank + 1 < size)
            MPI_Put(&mine, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win); //@ PUT
        MPI_Win_fence(0, win);
        if (writer.joinable())
            writer.join();
        if (step % 3 == 0)
            writer = std::thread([&] { sum += cells[0]; }); //@ LOAD
    }
    if (writer.joinable())
        writer.join();
    std::printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
