// A lock guard in a std::optional, so that it can end before its scope does. The buffer is reused behind
// the reset.
//
// MPI 4.1, 12.5.3 and 12.7.1: the unlock in ~Lock completes the put; the origin buffer may be updated after that.
//@ expect: none
//@ twin: optional_guard_late.cpp
#include <mpi.h>
#include <optional>

struct Lock {
    Lock(int target, MPI_Win window) : target(target), window(window) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window); }
    ~Lock() { MPI_Win_unlock(target, window); }
    Lock(const Lock &) = delete;

    int target;
    MPI_Win window;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    int value = rank;
    {
        std::optional<Lock> lock;
        lock.emplace((rank + 1) % size, window);
        MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
        lock.reset();
        value = -1;
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return value;
}
