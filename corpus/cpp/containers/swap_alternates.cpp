// Two vectors take turns: one is packed while puts read the other. std::swap exchanges their memory in each iteration, and the flush comes before the vector is packed again.
//
// MPI 4.1, 12.7.1: an origin buffer must not be updated before its put completes; the flush before the next put does that.
//@ expect: none
//@ twin: swap_forgotten.cpp
#include <mpi.h>
#include <utility>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> packing(16), sending(16);
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, window);
    for (int step = 0; step < 10; ++step) {
        for (std::size_t i = 0; i < packing.size(); ++i)
            packing[i] = step + static_cast<double>(i);
        MPI_Win_flush(next, window);
        MPI_Put(packing.data(), 16, MPI_DOUBLE, next, 0, 16, MPI_DOUBLE, window);
        std::swap(packing, sending);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
