// std::fill over a buffer behind the flush that completes the put from it.
//
// MPI 4.1, 12.7.1: the origin buffer must not be updated before the put completes at the origin, which MPI_Win_flush_local does.
//@ expect: none
//@ twin: fill_before_flush.cpp
#include <mpi.h>
#include <algorithm>
#include <numeric>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> memory(50);
    MPI_Win window;
    MPI_Win_create(memory.data(), 50 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    std::vector<double> out(50);
    std::iota(out.begin(), out.end(), 100.0 * rank);
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, window);
    MPI_Put(out.data(), static_cast<int>(out.size()), MPI_DOUBLE, next, 0, static_cast<int>(out.size()), MPI_DOUBLE, window);
    MPI_Win_flush_local(next, window);
    std::fill(out.begin() + 10, out.end(), 0.0);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
