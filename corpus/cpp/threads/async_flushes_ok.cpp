/*
 * The main thread puts a row; a task that it starts with std::async completes the put. The main thread gets the result of the task and then stores
 * to the row.
 *
 * The end of the task comes before the return of get() (C++17, 33.6.9 and 33.6.6; MPI 4.1, 11.6.2 and 12.3).
 */
//@ expect: none
//@ twin: async_flushes_race.cpp
#include <mpi.h>

#include <future>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int left = (rank + size - 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    int row[16] = {1};
    MPI_Put(row, 16, MPI_INT, left, 0, 16, MPI_INT, win);
    std::future<int> done = std::async(std::launch::async, [=] { return MPI_Win_flush(left, win); });
    const int outcome = done.get();
    row[3] = 2;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return outcome;
}
