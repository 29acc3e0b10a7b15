// While a put is pending, a std::function does the work that overlaps with it. The
// callback reads the buffer that the put reads too.
//
// MPI 4.1, 12.7.1: a buffer that a pending put reads must not be updated; it may be read.
//@ expect: none
//@ twin: function_callback_writes.cpp
#include <mpi.h>
#include <cstdio>
#include <functional>
#include <vector>

static void overlap(MPI_Win window, int target, const std::vector<double> &out, const std::function<void(int)> &work) {
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
    MPI_Put(out.data(), static_cast<int>(out.size()), MPI_DOUBLE, target, 0, static_cast<int>(out.size()), MPI_DOUBLE, window);
    work(3);
    MPI_Win_unlock(target, window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(10 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> out(10, rank);
    double sum = 0;
    overlap(window, (rank + 1) % size, out, [&](int n) { sum += out[n]; });
    std::printf("%g\n", sum);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
