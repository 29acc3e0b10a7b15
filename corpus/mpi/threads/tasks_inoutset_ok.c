/*
 * A task puts and flushes, another one stores to the buffer of the put. The first has `depend(inoutset)`, the second `depend(inout)`, of one location.
 *
 * The second task waits for the first (OpenMP 5.2, 15.9.5): only tasks of one inoutset may run beside each other.
 */
//@ expect: none
//@ twin: tasks_inoutset_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8] = {0}, first;
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
        #pragma omp task depend(inoutset: first)
        {
            MPI_Put(buf, 1, MPI_INT, right, 0, 1, MPI_INT, win);
            MPI_Win_flush(right, win);
        }
        #pragma omp task depend(inout: first)
        {
            buf[0] = 4;
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
