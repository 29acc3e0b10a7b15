// A class holds its window beside vectors whose length is an argument of the program, and may be zero. The edge is set to zero while the put reads it.
//
// MPI 4.1, 12.7.1: the origin buffer must not be changed before the put completes. C++20, 22.3.11: an empty vector has no elements, so its loops touch
// nothing.
//@ expect: error RMA101 PUT CLEAR
//@ twin: members_beside_vector_behind.cpp
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

class Strip {
public:
    Strip(MPI_Comm comm, int count) : comm_(comm), count_(count), cells_(count), edge_(2) {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
        MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, comm_, &halo_, &window_);
        MPI_Win_lock_all(0, window_);
    }

    ~Strip() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }

    void start(double value) {
        for (double &cell : cells_)
            cell = value;
    }

    void exchange() {
        edge_[0] = cells_.front();
        edge_[1] = cells_.back();
        MPI_Put(edge_.data(), 2, MPI_DOUBLE, (rank_ + 1) % size_, 0, 2, MPI_DOUBLE, window_); //@ PUT
        edge_[0] = 0; //@ CLEAR
        MPI_Win_flush((rank_ + 1) % size_, window_);
        MPI_Barrier(comm_);
    }

    double halo() const { return halo_[0] + halo_[1]; }

private:
    MPI_Comm comm_;
    int rank_, size_, count_;
    std::vector<double> cells_, edge_;
    double *halo_;
    MPI_Win window_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        Strip strip(MPI_COMM_WORLD, argc > 1 ? std::atoi(argv[1]) : 64);
        strip.start(1.0);
        strip.exchange();
        std::printf("%f\n", strip.halo());
    }
    MPI_Finalize();
    return 0;
}
