/*
 * One thread makes two tasks: one gets, the other one waits for it and reads what came.
 *
 * The second task depends on the first, they have one creator (OpenMP 5.2, 15.9.5).
 */
//@ expect: none
//@ twin: tasks_depend_siblings_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8], sent = 0, sum = 0;
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
        #pragma omp single
        {
            #pragma omp task depend(out : sent)
            {
                MPI_Get(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
                MPI_Win_flush(right, win);
            }
            #pragma omp task depend(in : sent)
            sum += buf[0];
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
