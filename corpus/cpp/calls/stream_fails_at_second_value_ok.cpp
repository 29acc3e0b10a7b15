// A number is read from a stream that is good, and a second one that may be missing, which the program allows for. Where it is missing a put is completed by a flush before its buffer is stored to (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: stream_fails_at_second_value_race.cpp
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
        MPI_Win_flush((rank + 1) % size, win);
        mine = width; //@ STORE
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
