/*
 * The main thread puts a row; a thread that it makes then completes the put. The main thread joins the thread and then stores to the row.
 *
 * The end of the thread comes before the return of the join (C++17, 33.3.2.5; MPI 4.1, 11.6.2 and 12.3).
 */
//@ expect: none
//@ twin: flushed_by_thread_race.cpp
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
    int left = (rank + size - 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    int row[16] = {1};
    MPI_Put(row, 16, MPI_INT, left, 0, 16, MPI_INT, win);
    std::thread progress([&] { MPI_Win_flush(left, win); });
    progress.join();
    row[3] = 2;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
