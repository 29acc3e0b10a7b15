/*
 * Three threads, whose handles are in a list, read the window; the process waits for all of them before the fence that lets its neighbour
 * put (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: list_of_threads_race.cpp
#include <mpi.h>

#include <cstdio>
#include <list>
#include <thread>

static double *cells, sums[3];

int main(int argc, char **argv)
{
    int level, rank, size;
    double mine = 1;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < 8; i++)
        cells[i] = 0;
    std::list<std::thread> readers;
    for (int i = 0; i < 3; i++)
        readers.emplace_back([i] { sums[i] += cells[2 * i]; });
    for (std::thread &reader : readers)
        reader.join();
    MPI_Win_fence(0, win);
    if (rank + 1 < size)
        MPI_Put(&mine, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    std::printf("%g\n", sums[0] + sums[1] + sums[2]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
