/*
 * A task in a taskgroup puts and flushes; behind the group its creator stores to the buffer of the put.
 *
 * The end of the group waits for the tasks that were made in it (OpenMP 5.2, 15.4).
 */
//@ expect: none
//@ twin: taskgroup_made_before_race.c
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
        #pragma omp taskgroup
        {
            #pragma omp task
            {
                MPI_Put(buf, 1, MPI_INT, right, 0, 1, MPI_INT, win);
                MPI_Win_flush(right, win);
            }
            #pragma omp task
            buf[5]++;
        }
        buf[0] = 4;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
