/*
 * A thread puts a row, completes the put and keeps its promise. The main thread stores to the row and then waits for the future.
 *
 * Nothing orders the store after the completion (C++17, 33.6.6; MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ expect@O2: warning RMA101 A B
//@ twin: promise_kept_ok.cpp
#include <mpi.h>

#include <future>
#include <thread>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    int row[16] = {1};
    std::promise<void> sent;
    std::future<void> is_sent = sent.get_future();
    std::thread sender([&] {
        MPI_Put(row, 16, MPI_INT, left, 0, 16, MPI_INT, win); //@ A
        MPI_Win_flush(left, win);
        sent.set_value();
    });
    row[3] = 2; //@ B
    is_sent.wait();
    sender.join();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
