// As the twin, but the predicate is inverted: it holds at once, so the initial thread does not wait, and its store may come while the put is pending
// (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: wait_with_predicate_ok.cpp
#include <mpi.h>

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool done;
static int data[64];
static MPI_Win win;

static void send()
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win); //@ A
    MPI_Win_flush(0, win);
    {
        std::lock_guard<std::mutex> hold(mutex);
        done = true;
    }
    changed.notify_one();
}

int main(int argc, char **argv)
{
    int provided, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    std::thread sender(send);
    {
        std::unique_lock<std::mutex> hold(mutex);
        changed.wait(hold, [] { return !done; });
    }
    data[0] = 1; //@ B
    sender.join();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
