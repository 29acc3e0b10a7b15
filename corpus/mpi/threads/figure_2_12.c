/*
 * Figure 2.12 of the thesis: a put, an unlock and a barrier of process 0; on process 1 one task calls the
 * barrier and another one prints the window.
 *
 * taskwait stands between the tasks (OpenMP 5.2, 15.5): the second one is made when the barrier is over.
 */
//@ expect: none
//@ twin: figure_2_12_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, *winbuf;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &winbuf, &win);
    if (rank == 0) {
        int value = 42;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 1) {
        #pragma omp parallel num_threads(2)
        {
            #pragma omp single
            {
                #pragma omp task
                MPI_Barrier(MPI_COMM_WORLD);
                #pragma omp taskwait
                #pragma omp task
                printf("winbuf is %d\n", winbuf[0]);
            }
        }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
