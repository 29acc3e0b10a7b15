// A file is read up to its end before the exchange: the stream is good at first and not good behind the loop. The fence completes the put before its origin buffer is stored to (MPI 4.1, 12.5.1).
//
//@ expect: none
//@ twin: stream_read_to_its_end_race.cpp
#include <fstream>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, steps = 0, next;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::ifstream in("steps.txt");
    if (!in)
        MPI_Abort(MPI_COMM_WORLD, 1);
    while (in >> next)
        steps += next;
    double *cells, mine = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ PUT
    MPI_Win_fence(0, win);
    mine = steps; //@ STORE
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
