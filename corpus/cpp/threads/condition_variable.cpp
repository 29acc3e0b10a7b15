/*
 * An object owns the thread that sends: it waits on a condition variable with a predicate, puts the buffer of the object and completes the put. The
 * main thread fills the buffer, raises the job and joins, then the processes synchronise and read.
 *
 * The predicate is seen under the mutex after the fill (C++17, 33.5.3 and 33.4.3.2); the put is complete at the target before the join, the barrier
 * and the load (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: condition_variable_race.cpp
#include <mpi.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Sender {
public:
    Sender(MPI_Win win, int right) : win(win), right(right), worker(&Sender::run, this) {}

    void raise()
    {
        std::lock_guard<std::mutex> hold(mutex);
        jobs = 1;
        raised.notify_one();
    }

    void join() { worker.join(); }

    int out[8] = {0};

private:
    void run()
    {
        {
            std::unique_lock<std::mutex> hold(mutex);
            raised.wait(hold, [this] { return jobs > 0; });
        }
        MPI_Put(out, 8, MPI_INT, right, 0, 8, MPI_INT, win);
        MPI_Win_flush(right, win);
    }

    MPI_Win win;
    int right, jobs = 0;
    std::mutex mutex;
    std::condition_variable raised;
    std::thread worker;
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
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    Sender sender(win, (rank + 1) % size);
    for (int i = 0; i < 8; i++)
        sender.out[i] = rank + i;
    sender.raise();
    sender.join();
    MPI_Barrier(MPI_COMM_WORLD);
    std::printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    sender.out[0] = 0;
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
