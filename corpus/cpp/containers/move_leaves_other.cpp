// A vector is moved while a get fills its memory, which now belongs to the other vector. An element
// of the vector that was moved from, which has new memory, is read.
//
// MPI 4.1, 12.7.1: the result of a get must not be read before it completes. C++20, 22.3.11.2: moving a vector hands on its memory.
//@ expect: none
//@ twin: move_hides_alias.cpp
#include <mpi.h>
#include <cstdio>
#include <utility>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    std::vector<double> first(8);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, window);
    MPI_Get(first.data(), 8, MPI_DOUBLE, (rank + 1) % size, 0, 8, MPI_DOUBLE, window);
    std::vector<double> second = std::move(first);
    first = std::vector<double>(4, 1.0);
    double x = first[0];
    MPI_Win_unlock((rank + 1) % size, window);
    std::printf("%g %g\n", x, second[1]);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
