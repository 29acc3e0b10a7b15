// Two owners share the source of a put. The first one lets go of it while the put is pending; the second one keeps the memory until the flush
// (C++17, 23.11.2.2).
//
//@ expect: none
//@ twin: shared_owner_keeps_race.cpp
#include <memory>
#include <mpi.h>
#include <vector>

struct Pending {
    std::vector<std::shared_ptr<double>> sources;
    void keep(const std::shared_ptr<double> &source) { sources.push_back(source); }
};

int main(int argc, char **argv)
{
    int rank, size;
    double *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    int right = (rank + 1) % size;
    Pending pending;
    auto source = std::make_shared<double>(rank);
    pending.keep(source);
    MPI_Put(source.get(), 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    source.reset();
    MPI_Win_flush(right, win);
    pending.sources.clear();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
