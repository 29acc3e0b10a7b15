/*
 * Each thread makes two tasks: one gets, the other one waits for it and reads what came.
 *
 * Only tasks with one creator wait for each other: the get of one thread's task meets the load of another thread's, and
 * the get of that (OpenMP 5.2, 15.9.5; MPI 4.1, 12.3).
 */
//@ expect: error RMA102 GET LOAD
//@ expect: error RMA104 GET GET
//@ twin: tasks_depend_siblings.c
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
         {
            #pragma omp task depend(out : sent)
            {
                MPI_Get(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ GET
                MPI_Win_flush(right, win);
            }
            #pragma omp task depend(in : sent)
            sum += buf[0]; //@ LOAD
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
