/*
 * A task puts and flushes, another one stores to the buffer, and a third waits for both.
 *
 * The first two have no location in common, so neither waits for the other: that a third waits for both orders them not (OpenMP 5.2, 15.9.5; MPI
 * 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: tasks_depend_common_successor.c
#include <mpi.h>
#include <omp.h>

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
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    int first = 0, second = 0;
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task depend(out : first)
        {
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
            MPI_Win_flush(right, win);
        }
        #pragma omp task depend(in : second)
        buf[1] = 1; //@ B
        #pragma omp task depend(in : first) depend(out : second)
        second = 1;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
