/*
 * Threads put to one place, one after the other; each completes what it finds before it waits for its turn.
 *
 * The one before may put after that: nothing completes its put before the next one (OpenMP 5.2, 15.2; MPI 4.1, 12.5.4,
 * 12.7).
 */
//@ expect: error RMA203 PUT PUT
//@ twin: critical_flush_first.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[4] = {0};
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

    #pragma omp parallel
    {
        MPI_Win_flush(right, win);
        #pragma omp critical
        MPI_Put(buf, 4, MPI_INT, right, 0, 4, MPI_INT, win); //@ PUT
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
