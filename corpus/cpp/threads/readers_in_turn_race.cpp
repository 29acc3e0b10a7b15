/*
 * As the twin, but each thread reads the cell that is put in the next step, and is waited for in the step after that
 * (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: readers_in_turn_ok.cpp
#include <mpi.h>

#include <cstdio>
#include <thread>

int main(int argc, char **argv)
{
    int level, rank, size;
    double *cells, sums[2] = {0, 0}, mine = 1;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = cells[1] = rank;
    MPI_Win_lock_all(0, win);
    std::thread readers[2];
    for (int step = 0; step < 8; step++) {
        int turn = step & 1;
        if (readers[turn].joinable())
            readers[turn].join();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank > 0) {
            MPI_Put(&mine, 1, MPI_DOUBLE, rank - 1, turn, 1, MPI_DOUBLE, win); //@ PUT
            MPI_Win_flush(rank - 1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        readers[turn] = std::thread([=, &sums] { sums[turn] += cells[1 - turn]; }); //@ LOAD
    }
    for (std::thread &reader : readers)
        reader.join();
    MPI_Win_unlock_all(win);
    std::printf("%g\n", sums[0] + sums[1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
