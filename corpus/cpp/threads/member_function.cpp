/*
 * A thread runs a member function that puts a buffer and completes the put; when it has been joined, the main thread stores to the buffer.
 *
 * The put is complete at its origin before the thread ends (MPI 4.1, 12.5.4; C++17, 33.3.2.2).
 */
//@ expect: none
//@ twin: member_function_race.cpp
#include <mpi.h>

#include <thread>

struct Halo {
    MPI_Win win;
    int right;
    int out[8] = {0};

    void send(int count)
    {
        MPI_Put(out, count, MPI_INT, right, 0, count, MPI_INT, win);
        MPI_Win_flush(right, win);
    }
};

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

    Halo halo;
    halo.win = win;
    halo.right = right;
    std::thread sender(&Halo::send, &halo, 8);
    sender.join();
    halo.out[7] = 1;
    MPI_Win_flush(right, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
