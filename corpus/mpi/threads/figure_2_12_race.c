/*
 * Figure 2.12 of the thesis: a put, an unlock and a barrier of process 0; on process 1 one task calls the
 * barrier and another one prints the window.
 *
 * The two tasks may be executed by two threads: the barrier orders only the task that calls it (MPI 4.1, 11.6).
 */
//@ expect: error RMA201 A B
//@ twin: figure_2_12.c
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
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
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
                #pragma omp task
                printf("winbuf is %d\n", winbuf[0]); //@ B
            }
        }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
