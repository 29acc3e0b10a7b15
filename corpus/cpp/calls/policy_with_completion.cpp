// How transfers are completed is a template parameter. The policy that main chooses
// flushes locally.
//
// MPI 4.1, 12.5.4: MPI_Win_flush_local completes operations at the origin. 12.7.1: before that an origin buffer must not be updated.
//@ expect: none
//@ twin: policy_without_completion.cpp
#include <mpi.h>
#include <array>

struct Eager {
    static void complete(int target, MPI_Win window) { MPI_Win_flush_local(target, window); }
};

struct Lazy {
    static void complete(int, MPI_Win) {}
};

template <class Completion> class Sender {
public:
    Sender(int target, MPI_Win window) : target_(target), window_(window) {}
    void send(int value) {
        line_.fill(value);
        MPI_Put(line_.data(), 8, MPI_INT, target_, 8 * count_++, 8, MPI_INT, window_);
        Completion::complete(target_, window_);
    }

private:
    int target_;
    MPI_Win window_;
    int count_ = 0;
    std::array<int, 8> line_{};
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    Sender<Eager> sender((rank + 1) % size, window);
    MPI_Win_lock_all(0, window);
    sender.send(rank);
    sender.send(rank + 1);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
