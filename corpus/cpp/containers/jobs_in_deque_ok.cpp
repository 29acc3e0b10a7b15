// Puts as jobs in a std::deque: a loop makes them, another one executes them until none is left.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated before the operation is complete at the origin. The flush behind the
// loop completes the puts of all jobs (12.5.4).
//@ expect: none
//@ twin: jobs_in_deque_race.cpp
#include <mpi.h>
#include <deque>
#include <functional>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *cells, values[6] = {};
    MPI_Win window;
    MPI_Win_allocate(6 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    MPI_Win_lock_all(0, window);
    std::deque<std::function<void()>> jobs;
    for (int i = 0; i < 6; i++) {
        jobs.push_back([&values, i, rank, size, window] {
            MPI_Put(&values[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, window);
        });
    }
    while (!jobs.empty()) {
        std::function<void()> job = std::move(jobs.front());
        jobs.pop_front();
        job();
    }
    MPI_Win_flush_all(window);
    values[2] = 1;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
