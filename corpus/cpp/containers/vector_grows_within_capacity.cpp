// A vector grows while a put reads it. It has reserved the room,
// so its elements stay where they are.
//
// MPI 4.1, 12.7.1: an origin buffer must exist until the put completes. C++20, 22.3.11.3: resize reallocates when the new size exceeds
// the capacity. The capacity is at least 200, and the put reads elements that resize leaves alone.
//@ expect: none
//@ twin: vector_grows_pending.cpp
#include <mpi.h>
#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(100 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> values;
    values.reserve(200);
    values.resize(100, 0.5);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, window);
    MPI_Put(values.data(), 100, MPI_DOUBLE, (rank + 1) % size, 0, 100, MPI_DOUBLE, window);
    values.resize(150);
    MPI_Win_unlock((rank + 1) % size, window);
    std::printf("%zu\n", values.size());
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
