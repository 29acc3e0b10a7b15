/*
 * In each step a task fills a block, and another one puts it.
 *
 * The task that puts has no depend clause, so it waits for no other task (OpenMP 5.2, 15.9.5). Happens with any number of processes.
 */
//@ expect: error RMA101 A B
//@ expect: error RMA203 A A
//@ twin: tasks_of_steps_in_order.c
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define BLOCKS 8
#define LEN 32

static double blocks[BLOCKS][LEN];

int main(int argc, char **argv)
{
    int provided, rank, size;
    double *cells;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(BLOCKS * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < 3; step++)
        for (int b = 0; b < BLOCKS; b++) {
#pragma omp task depend(out : blocks[b]) firstprivate(b, step)
            for (int i = 0; i < LEN; i++)
                blocks[b][i] = step + i; //@ B
#pragma omp task firstprivate(b)
            {
                MPI_Put(blocks[b], LEN, MPI_DOUBLE, (rank + 1) % size, b * LEN, LEN, MPI_DOUBLE, win); //@ A
                MPI_Win_flush((rank + 1) % size, win);
            }
        }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", cells[0]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
