/*
 * A thread puts a buffer and completes the put; the main thread joins it and stores to the buffer.
 *
 * The end of the thread happens before join returns (C++17, 33.3.2.5).
 */
//@ expect: none
//@ twin: thread_join_race.cpp
#include <mpi.h>

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

    int buf[8] = {0};
    std::thread sender([&] {
        MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
        MPI_Win_flush(right, win);
    });
    sender.join();
    buf[0] = 1;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
