// Each process puts its halo into its neighbour's window, all meet at a barrier, and each reads its own window. sync() flushes before the barrier.
//
// MPI 4.1, 12.7: a put is visible at the target after it has completed there; a barrier orders processes and completes nothing. Flush, then barrier: the read comes after the put.
//@ expect: none
//@ twin: class_flush_missing.cpp
#include <mpi.h>
#include <iostream>
#include <memory>
#include <vector>

namespace grid {

template <class T> struct Type;
template <> struct Type<double> {
    static MPI_Datatype get() { return MPI_DOUBLE; }
};

template <class T> class Halo {
public:
    Halo(MPI_Comm comm, int n) : comm_(comm), n_(n) {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
        MPI_Win_allocate(static_cast<MPI_Aint>(sizeof(T)) * n, sizeof(T), MPI_INFO_NULL, comm_, &base_, &window_);
        MPI_Win_lock_all(0, window_);
    }
    ~Halo() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    void push(const std::vector<T> &edge) {
        MPI_Put(edge.data(), n_, Type<T>::get(), (rank_ + 1) % size_, 0, n_, Type<T>::get(), window_);
    }
    void sync() {
        MPI_Win_flush_all(window_);
        MPI_Barrier(comm_);
    }
    T &operator[](int i) { return base_[i]; }

private:
    MPI_Comm comm_;
    int n_, rank_ = 0, size_ = 1;
    T *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

} // namespace grid

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        std::vector<double> edge(12, rank);
        auto halo = std::make_unique<grid::Halo<double>>(MPI_COMM_WORLD, 12);
        halo->push(edge);
        halo->sync();
        double first = (*halo)[0];
        std::cout << "rank " << rank << ": " << first << std::endl;
    }
    MPI_Finalize();
    return 0;
}
