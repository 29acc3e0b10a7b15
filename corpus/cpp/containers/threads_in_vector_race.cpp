// As the twin, but the owner stores before the barrier: the neighbour's threads may still read (MPI 4.1, 12.7).
//
//@ expect: error RMA202 GET STORE
//@ twin: threads_in_vector_ok.cpp
#include <mpi.h>
#include <thread>
#include <vector>

constexpr int WORKERS = 4, LENGTH = 1024;
static MPI_Win win;

static void fetch(int target, long first, double *part)
{
    MPI_Request request;
    MPI_Rget(part, LENGTH, MPI_DOUBLE, target, first, LENGTH, MPI_DOUBLE, win, &request); //@ GET
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, provided;
    double *memory;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(WORKERS * LENGTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    std::vector<double> copy(WORKERS * LENGTH);
    std::vector<std::thread> team;
    for (int n = 0; n < WORKERS; n++)
        team.emplace_back(fetch, (rank + 1) % size, static_cast<long>(n) * LENGTH, copy.data() + n * LENGTH);
    for (std::thread &worker : team)
        worker.join();
    for (int i = 0; i < WORKERS * LENGTH; i++)
        memory[i] += 1; //@ STORE
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
