// std::copy into the part of an array that a put reads.
//
// MPI 4.1, 12.7.1: the bytes that a pending put reads must not be updated; others may be. The put reads elements 0 to 7, the copy writes
// elements 4 to 7.
//@ expect: error RMA101 PUT COPY
//@ twin: copy_beside_read_part.cpp
#include <mpi.h>
#include <algorithm>
#include <array>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long *base;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::array<long, 16> out{};
    std::array<long, 4> next{1, 2, 3, rank};
    MPI_Win_fence(0, window);
    MPI_Put(out.data(), 8, MPI_LONG, (rank + 1) % size, 0, 8, MPI_LONG, window); //@ PUT
    std::copy(next.begin(), next.end(), out.begin() + 4); //@ COPY
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return static_cast<int>(out[8]) * 0;
}
