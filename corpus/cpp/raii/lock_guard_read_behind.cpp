// A lock as a scoped object: its destructor unlocks. The vector that
// a get fills is summed behind the scope.
//
// MPI 4.1, 12.7.1 and 12.5.3: the result of a get may be read after the unlock has completed it. std::accumulate reads the elements after ~LockGuard.
//@ expect: none
//@ twin: lock_guard_read_inside.cpp
#include <mpi.h>
#include <cstdio>
#include <numeric>
#include <vector>

struct LockGuard {
    LockGuard(int target, MPI_Win window) : target_(target), window_(window) {
        MPI_Win_lock(MPI_LOCK_SHARED, target_, 0, window_);
    }
    ~LockGuard() { MPI_Win_unlock(target_, window_); }
    LockGuard(const LockGuard &) = delete;

    int target_;
    MPI_Win window_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> memory(32, rank);
    MPI_Win window;
    MPI_Win_create(memory.data(), static_cast<MPI_Aint>(memory.size() * sizeof(double)), sizeof(double), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    std::vector<double> values(memory.size());
    double sum = 0;
    {
        LockGuard guard((rank + 1) % size, window);
        const int n = static_cast<int>(values.size());
        MPI_Get(values.data(), n, MPI_DOUBLE, (rank + 1) % size, 0, n, MPI_DOUBLE, window);
    }
    sum = std::accumulate(values.begin(), values.end(), 0.0);
    std::printf("%g\n", sum);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
