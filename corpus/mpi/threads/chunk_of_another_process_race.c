/*
 * Each thread puts its chunks into the right neighbour without waiting for the others; the primary thread flushes and synchronises
 * with the other processes, and behind the barrier of the team each thread stores to one element of the own window.
 *
 * With two threads or more, thread 1 has elements 2 and 3 (OpenMP 5.2, 11.5.3), and may put them behind the flush and the barrier of its
 * primary thread; nothing orders that before the store of thread 1 of the right neighbour to element 2 (MPI 4.1, 12.7). Element 0
 * is put by the primary thread itself, in front of its flush.
 */
//@ expect: error RMA201 A B
//@ twin: chunk_of_another_process.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[4] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        #pragma omp for schedule(static, 2) nowait
        for (int i = 0; i < 4; i++)
            MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win); //@ A
        #pragma omp master
        {
            MPI_Win_flush_all(win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        #pragma omp barrier
        mem[2 * thread] = rank; //@ B
    }

    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
