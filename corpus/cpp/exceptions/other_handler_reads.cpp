// A handler reads what a get brings, while the get is pending. It is for
// std::logic_error, which is no base class of what is thrown; the handler for that flushes first.
//
// C++20, 14.4: a handler matches if its type is an unambiguous public base class of the exception's. std::overflow_error is derived from
// std::runtime_error (19.2.10), not from std::logic_error. MPI 4.1, 12.7.1: the result of a get is not to be read before it completes.
//@ expect: none
//@ twin: base_handler_reads.cpp
#include <mpi.h>
#include <cstdio>
#include <stdexcept>

static void receive(int rank, MPI_Win window, double *values) {
    MPI_Get(values, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, window);
    if (rank > 2)
        throw std::overflow_error("rank");
    MPI_Win_flush(0, window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    double values[4] = {0, 0, 0, 0};
    MPI_Win_lock_all(0, window);
    try {
        receive(rank, window, values);
    } catch (const std::logic_error &error) {
        std::printf("%s: %g\n", error.what(), values[1]);
    }
     catch (const std::runtime_error &error) {
        MPI_Win_flush(0, window);
        std::printf("%s: %g\n", error.what(), values[1]);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
