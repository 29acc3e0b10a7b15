// As the twin without the flush: that the stream was good behind the first number does not mean that it is behind the second one (C++17, 30.5.5.4), so the store to the pending buffer is reached (MPI 4.1, 12.3).
//
//@ expect: warning RMA101 PUT STORE
//@ twin: stream_fails_at_second_value_ok.cpp
#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <sstream>
#include <string>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, width = 0, height = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::istringstream extent(argc > 1 ? argv[1] : "");
    extent >> width;
    if (!extent) {
        std::cerr << "no width\n";
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    extent >> height;
    if (!extent)
        height = 1;
    double *cells, mine = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    if (height == 1) {
        MPI_Put(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ PUT
        mine = width; //@ STORE
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
