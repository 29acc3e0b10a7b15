// An array behind a unique_ptr is the origin of a put. It lives
// until the epoch is over.
//
// MPI 4.1, 12.7.1: an origin buffer must exist until its operation is complete. The unlock_all at the end completes the put, and the array is freed after that.
//@ expect: none
//@ twin: unique_ptr_dies_in_epoch.cpp
#include <mpi.h>
#include <memory>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    auto out = std::make_unique<int[]>(32);
    MPI_Win_lock_all(0, window);
    if (size > 1) {
        for (int i = 0; i < 32; ++i)
            out[i] = rank + i;
        MPI_Put(out.get(), 32, MPI_INT, (rank + 1) % size, 0, 32, MPI_INT, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
