// A function puts from a local array and throws before it has flushed. The array dies on the way to the handler, with the put
// pending.
//
// MPI 4.1, 12.7.1: an origin buffer must exist until its operation completes. C++20, 14.3: leaving a function by an exception ends the
// lifetime of its automatic objects.
//@ expect: error RMA401 PUT THROW
//@ twin: buffer_outlives_exception.cpp
#include <mpi.h>
#include <stdexcept>

[[gnu::noinline]] static void send(int rank, int size, MPI_Win window) {
    int row[4];
    for (int i = 0; i < 4; ++i)
        row[i] = rank * 4 + i;
    MPI_Put(row, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, window); //@ PUT
    if (rank == size - 1)
        throw std::out_of_range("last"); //@ THROW
    MPI_Win_flush_all(window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    MPI_Win_lock_all(0, window);
    try {
        send(rank, size, window);
    } catch (const std::out_of_range &) {
        MPI_Win_flush_all(window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
