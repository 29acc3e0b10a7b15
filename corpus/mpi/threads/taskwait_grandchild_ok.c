// A task makes a task that puts and flushes, and waits for it. The thread that made the outer task waits for this one, and then stores to the
// buffer of the put (OpenMP 5.2, 15.5; MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: taskwait_grandchild_race.c
#include <mpi.h>

static int x;

int main(int argc, char **argv)
{
    int level, *cell;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cell, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            {
                MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
                MPI_Win_flush(0, win);
            }
#pragma omp taskwait
        }
#pragma omp taskwait
        x = 4;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
