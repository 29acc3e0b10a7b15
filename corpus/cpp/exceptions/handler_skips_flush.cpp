// A step of a solver throws between a put and its flush, and the handler lets the program go on. The flush is skipped, and the
// buffer is reused behind the handler.
//
// MPI 4.1, 12.7.1: the origin buffer must not be updated before the put completes at the origin. C++20, 14.3: on the way to a
// handler the destructors of the objects of the blocks that are left are called. MPI_Win_flush is a plain call, which the
// exception goes past.
//@ expect: error RMA101 PUT REUSE
//@ twin: guard_flushes_while_unwinding.cpp
#include <mpi.h>
#include <cstdlib>
#include <stdexcept>
#include <vector>

struct Flush {
    int target;
    MPI_Win window;
    ~Flush() { MPI_Win_flush(target, window); }
};

static void advance(int step, int limit) {
    if (step > limit)
        throw std::runtime_error("no convergence");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int limit = argc > 1 ? std::atoi(argv[1]) : 3;
    double *base;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> out(8, 1.0);
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, window);
    try {
        MPI_Put(out.data(), 8, MPI_DOUBLE, next, 0, 8, MPI_DOUBLE, window); //@ PUT
        advance(5, limit);
        MPI_Win_flush(next, window);
    } catch (const std::exception &) {
        MPI_Win_sync(window);
    }
    out[0] = 2.0; //@ REUSE
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
