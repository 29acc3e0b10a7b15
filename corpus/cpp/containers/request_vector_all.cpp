// Requests of a row of puts stand in a std::vector. The wait is for all of them.
//
// MPI 4.1, 12.5.5 and 12.7.1: the origin buffer of MPI_Rput may be updated when its request is complete.
//@ expect: none
//@ twin: request_vector_one_left.cpp
#include <mpi.h>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<int> out(4, rank);
    std::vector<MPI_Request> requests(4);
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < 4; ++i)
        MPI_Rput(&out[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, window, &requests[i]);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    out[0] = 7;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
