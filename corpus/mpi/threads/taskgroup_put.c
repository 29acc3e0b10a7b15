/*
 * Tasks of a loop put the elements of a buffer, each with its own completion; then the buffer is filled again.
 *
 * The end of a taskgroup waits for them (OpenMP 5.2, 15.4).
 */
//@ expect: none
//@ twin: taskgroup_put_race.c
#include <mpi.h>

#define N 64

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp taskgroup
        for (int i = 0; i < 8; i++) {
            #pragma omp task
            {
                MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
                MPI_Win_flush(right, win);
            }
        }
        buf[3] = 2;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
