/*
 * Four threads fill eight elements each and put nine; the main thread joins all and completes the puts.
 *
 * The first element of the next part is put by two threads to one place, and its own thread may store to it meanwhile (MPI 4.1, 12.3, 12.7).
 */
//@ expect: error RMA101 PUT STORE
//@ expect: error RMA203 PUT PUT
//@ twin: array_of_threads.cpp
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

    int buf[64] = {0};
    std::thread workers[4];
    for (int k = 0; k < 4; k++)
        workers[k] = std::thread([&, k] {
            buf[8 * k] = rank; //@ STORE
            MPI_Put(&buf[8 * k], 9, MPI_INT, right, 8 * k, 9, MPI_INT, win); //@ PUT
        });
    for (std::thread &worker : workers)
        worker.join();
    MPI_Win_flush_all(win);
    buf[0] = 1;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
