// A template calls a lambda for each neighbour, which gets the neighbour's edge. Both gets fill the same slot.
//
// MPI 4.1, 12.7.1: memory that a pending get fills must not be the target of another pending operation.
//@ expect: error RMA104 GET GET
//@ twin: lambda_slot_each.cpp
#include <mpi.h>
#include <cstdio>
#include <vector>

template <class Visit> static void for_each_neighbour(int rank, int size, Visit visit) {
    visit(0, (rank + 1) % size);
    visit(1, (rank + size - 1) % size);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<double> edges(8);
    MPI_Win_fence(0, window);
    for_each_neighbour(rank, size, [&](int side, int neighbour) {
        double *slot = &edges[0 * side];
        MPI_Get(slot, 4, MPI_DOUBLE, neighbour, 0, 4, MPI_DOUBLE, window); //@ GET
    });
    MPI_Win_fence(0, window);
    std::printf("%g\n", edges[0] + edges[4]);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
