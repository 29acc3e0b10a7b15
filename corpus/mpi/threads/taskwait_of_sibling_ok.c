/*
 * A task puts and flushes. Its creator waits for it before it makes a second task, which stores to the buffer of the put.
 *
 * The taskwait of the creator completes the first task (OpenMP 5.2, 15.5), and the flush in it the put (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: taskwait_of_sibling_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task
        {
            MPI_Put(buf, 1, MPI_INT, right, 0, 1, MPI_INT, win);
            MPI_Win_flush(right, win);
        }
        #pragma omp taskwait
        #pragma omp task
        {
            buf[0] = 4;
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
