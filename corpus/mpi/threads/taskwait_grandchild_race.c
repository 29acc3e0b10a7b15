// As the twin, but the outer task does not wait for the inner one. A taskwait waits for the children of the current task only (OpenMP 5.2, 15.5), so the
// put may be pending at the store.
//
//@ expect: error RMA101 PUT STORE
//@ twin: taskwait_grandchild_ok.c
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
                MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ PUT
                MPI_Win_flush(0, win);
            }
        }
#pragma omp taskwait
        x = 4; //@ STORE
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
