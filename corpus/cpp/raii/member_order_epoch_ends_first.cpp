// Members are destroyed in the reverse order of their declaration: the
// epoch, declared last, ends before the buffer is freed.
//
// MPI 4.1, 12.7.1: the memory of an origin buffer must not be given back while the put that reads it is pending. ~Exchange destroys
// `epoch_` first (C++20, 11.4.7), whose unlock
// completes the put.
//@ expect: none
//@ twin: member_order_buffer_dies_first.cpp
#include <mpi.h>
#include <vector>

class Epoch {
public:
    Epoch(int target, MPI_Win window) : target_(target), window_(window) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target_, 0, window_);
    }
    ~Epoch() { MPI_Win_unlock(target_, window_); }

private:
    int target_;
    MPI_Win window_;
};

class Exchange {
public:
    Exchange(int target, MPI_Win window, int n) : buffer_(n, 1.0), epoch_(target, window) {
        MPI_Put(buffer_.data(), n, MPI_DOUBLE, target, 0, n, MPI_DOUBLE, window);
    }

private:
    std::vector<double> buffer_;
    Epoch epoch_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    {
        Exchange exchange((rank + 1) % size, window, 16);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
