/*
 * The main thread puts a row; a task that it starts with std::async completes the put. The main thread stores to the row and then gets the result
 * of the task.
 *
 * The task may not have begun (C++17, 33.6.9; MPI 4.1, 12.3).
 */
//@ expect: note RMA101 PUT STORE -- whether the task has flushed before is not followed
//@ twin: async_flushes_ok.cpp
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
    MPI_Put(row, 16, MPI_INT, left, 0, 16, MPI_INT, win); //@ PUT
    std::future<int> done = std::async(std::launch::async, [=] { return MPI_Win_flush(left, win); });
    row[3] = 2; //@ STORE
    const int outcome = done.get();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return outcome;
}
