// Requests stand in a std::map by the number of their neighbour. The program waits for the wrong one.
//
// MPI 4.1, 12.5.5 and 12.7.1: the result of MPI_Rget may be read when its request is complete; a wait completes no other.
//@ expect: error RMA102 GET READ
//@ twin: request_map_waits_own.cpp
#include <mpi.h>
#include <cstdio>
#include <map>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    double left = 0, right = 0;
    std::map<int, MPI_Request> requests;
    MPI_Win_lock_all(0, window);
    MPI_Rget(&left, 1, MPI_DOUBLE, (rank + size - 1) % size, 1, 1, MPI_DOUBLE, window, &requests[-1]); //@ GET
    MPI_Rget(&right, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, window, &requests[+1]);
    MPI_Wait(&requests[+1], MPI_STATUS_IGNORE);
    double edge = left; //@ READ
    MPI_Wait(&requests[-1], MPI_STATUS_IGNORE);
    std::printf("%g %g\n", edge, right);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
