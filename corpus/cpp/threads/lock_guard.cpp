/*
 * Two threads fill and put one buffer, each while it holds a mutex, and complete the put before they give it back.
 *
 * The two are not inside at one time (C++17, 33.4.4.1).
 */
//@ expect: none
//@ twin: lock_guard_race.cpp
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
    auto send = [&](int value) {
        std::lock_guard<std::mutex> hold(guard);
        buf[0] = value;
        MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
        MPI_Win_flush(right, win);
    };
    std::thread one(send, 1), two(send, 2);
    one.join();
    two.join();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
