// Blocks of values are fetched; the requests of a block are pushed into a vector, waited for one by one, and the vector is cleared for the
// next block.
//
// All requests of the block have been waited for when its values are added up and the next block is fetched into the same places (MPI 4.1,
// 12.3.5). The vector has no other requests: clear() leaves it empty ([vector.modifiers]). Whether a push finds room has no influence on that.
//@ expect: none
#include <cstdio>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int i = 0; i < 32; ++i)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    std::vector<int> values(8);
    std::vector<MPI_Request> requests;
    long sum = 0;
    for (int block = 0; block < 4; ++block) {
        requests.clear();
        for (int i = 0; i < 8; ++i) {
            MPI_Request request;
            MPI_Rget(&values[i], 1, MPI_INT, (rank + 1) % size, 8 * block + i, 1, MPI_INT, window, &request);
            requests.push_back(request);
        }
        for (MPI_Request &request : requests)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int value : values)
            sum += value;
    }
    MPI_Win_unlock_all(window);
    std::printf("%ld\n", sum);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
