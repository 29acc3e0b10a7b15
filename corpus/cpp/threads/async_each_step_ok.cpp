/*
 * In each step a function that `std::async` runs gets an element, completed. The main thread waits for it and stores to the element.
 *
 * The get is complete when the function returns (MPI 4.1, 12.5.4), and the store comes after that.
 */
//@ expect: none
//@ twin: async_each_step_race.cpp
#include <future>
#include <mpi.h>

static long data[4];

int main(int argc, char **argv)
{
    int provided, rank, size;
    long *memory;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    int next = (rank + 1) % size;
    for (int step = 0; step < 4; step++) {
        auto fetched = std::async(std::launch::async, [=] {
            MPI_Get(&data[step], 1, MPI_LONG, next, step, 1, MPI_LONG, win);
            MPI_Win_flush(next, win);
        });
        fetched.get();
        data[step] = step;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
