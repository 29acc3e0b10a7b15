/*
 * Thread 1 communicates: it puts and completes the put, and meets nobody. Then all add to their own memory.
 *
 * Nothing orders the put before the target's access (OpenMP 5.2, 18.2.4; MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT ADD
//@ twin: given_thread_barrier.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8];
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
        #pragma omp for
        for (int i = 0; i < 8; i++)
            buf[i] = rank + i;
        if (omp_get_thread_num() == 1) {
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ PUT
            MPI_Win_flush(right, win);
        }
    }
    mem[0] += 1; //@ ADD
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
