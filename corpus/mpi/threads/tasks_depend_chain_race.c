/*
 * One task puts and flushes, a second one does not wait for it, a third one waits for the second and stores to the buffer.
 *
 * The second task does not depend on the first, so the third may run before the flush (OpenMP 5.2, 15.9.5; MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: tasks_depend_chain.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8], sent = 0, used = 0;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof buf, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 8; i++)
        buf[i] = i;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : sent)
        {
            MPI_Put(buf, 8, MPI_INT, (rank + 1) % size, 0, 8, MPI_INT, win); //@ A
            MPI_Win_flush((rank + 1) % size, win);
        }
#pragma omp task depend(out : used)
        used = 1;
#pragma omp task depend(in : used)
        buf[3] = 9; //@ B
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return used == 2;
}
