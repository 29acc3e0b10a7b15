// A range-based loop changes the elements of a vector while an accumulate reads them.
//
// MPI 4.1, 12.7.1 with 12.3.4: an accumulate reads its origin buffer until it completes, here at the second fence.
//@ expect: error RMA101 ADD SCALE
//@ twin: range_for_completed.cpp
#include <mpi.h>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(24 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> part(24, 2.0);
    MPI_Win_fence(0, window);
    MPI_Accumulate(part.data(), 24, MPI_DOUBLE, 0, 0, 24, MPI_DOUBLE, MPI_SUM, window); //@ ADD
    for (double &x : part)
        x *= 0.5; //@ SCALE
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
