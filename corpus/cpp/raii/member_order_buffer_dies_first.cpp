// Members are destroyed in the reverse order of their declaration: the buffer, declared last, is freed before the epoch ends.
//
// MPI 4.1, 12.7.1: the memory of an origin buffer must not be given back while the put that reads it is pending. ~Exchange destroys
// `buffer_` first (C++20, 11.4.7), and the unlock in ~Epoch completes the put only then. (The destructor is implicit: its line is that of the class.)
//@ expect: error RMA402 PUT END
//@ twin: member_order_epoch_ends_first.cpp
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

class Exchange { //@ END
public:
    Exchange(int target, MPI_Win window, int n) : epoch_(target, window), buffer_(n, 1.0) {
        MPI_Put(buffer_.data(), n, MPI_DOUBLE, target, 0, n, MPI_DOUBLE, window); //@ PUT
    }

private:
    Epoch epoch_;
    std::vector<double> buffer_;
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
