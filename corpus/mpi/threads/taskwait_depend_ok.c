/*
 * A task that writes a location by its depend clause puts and flushes; a taskwait that reads this location stands before the store to the buffer.
 *
 * A taskwait with depend clauses waits for the tasks that a task with these clauses would wait for (OpenMP 5.2, 15.5 and 15.9.5).
 */
//@ expect: none
//@ twin: taskwait_depend_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8] = {0}, first, second;
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
        #pragma omp task depend(out: first)
        {
            MPI_Put(buf, 1, MPI_INT, right, 0, 1, MPI_INT, win);
            MPI_Win_flush(right, win);
        }
        #pragma omp taskwait depend(in: first)
        buf[0] = 4;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
