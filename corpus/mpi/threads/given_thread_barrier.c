/*
 * Thread 1 communicates: it puts, completes the put and meets the other processes. Then all add to their own memory.
 *
 * Where teams have a thread 1 the put is complete at its target before the barrier of MPI, and the region ends behind that; where
 * they have none, nobody puts (OpenMP 5.2, 18.2.4; MPI 4.1, 12.5.4, 12.7.2).
 */
//@ expect: none
//@ twin: given_thread_barrier_race.c
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
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
            MPI_Win_flush(right, win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    mem[0] += 1;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
