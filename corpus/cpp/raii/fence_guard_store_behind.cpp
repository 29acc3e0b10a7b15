// A window and its epochs as objects: the guard's destructor ends the epoch. The vector that a put reads is stored to behind the guard's scope.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated until the put completes at the origin, which the second fence
// (12.5.1), in ~Fence, does. The store comes after it.
//@ expect: none
//@ twin: fence_guard_store_inside.cpp
#include <mpi.h>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

class Window {
public:
    Window(MPI_Comm comm, std::size_t n) {
        MPI_Win_allocate(static_cast<MPI_Aint>(n * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &base_, &win_);
    }
    ~Window() { MPI_Win_free(&win_); }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;
    MPI_Win get() const { return win_; }
    double operator[](std::size_t i) const { return base_[i]; }

private:
    double *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

class Fence {
public:
    explicit Fence(const Window &window) : win_(window.get()) { MPI_Win_fence(0, win_); }
    ~Fence() { MPI_Win_fence(0, win_); }

private:
    MPI_Win win_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        Window window(MPI_COMM_WORLD, 64);
        std::vector<double> out(64, 1.0 + rank);
        {
            Fence epoch(window);
            MPI_Put(out.data(), 64, MPI_DOUBLE, (rank + 1) % size, 0, 64, MPI_DOUBLE, window.get());
        }
        out[7] = 0.0;
        std::printf("%g %g\n", std::accumulate(out.begin(), out.end(), 0.0), window[3]);
    }
    MPI_Finalize();
    return 0;
}
