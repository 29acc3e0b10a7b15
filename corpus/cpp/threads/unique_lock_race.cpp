/*
 * A thread gets into a buffer and completes the get after it has unlocked a mutex, under which the main thread changes the buffer.
 *
 * The main thread may have the mutex while the get is pending (C++17, 33.4.4.3; MPI 4.1, 12.3).
 */
//@ expect: error RMA102 GET CHANGE
//@ expect: error RMA103 GET CHANGE
//@ twin: unique_lock.cpp
#include <mpi.h>

#include <mutex>
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
    int right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    std::mutex guard;
    int buf[8] = {0};
    std::thread getter([&] {
        std::unique_lock<std::mutex> hold(guard);
        MPI_Get(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ GET
        hold.unlock();
        MPI_Win_flush(right, win);
    });
    {
        std::unique_lock<std::mutex> hold(guard);
        buf[0] += 1; //@ CHANGE
    }
    getter.join();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
