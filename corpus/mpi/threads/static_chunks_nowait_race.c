/*
 * Two worksharing loops with chunks of different sizes, the first with nowait: it fills, the second puts.
 *
 * Chunks of two go to other threads than those of four: a thread may put an element that another one has still to fill
 * (OpenMP 5.2, 11.5.3; MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: static_chunks_nowait.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[65] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel
    {
        #pragma omp for schedule(static, 4) nowait
        for (int i = 0; i < 64; i++)
            buf[i] = i; //@ STORE
        #pragma omp for schedule(static, 2)
        for (int i = 0; i < 64; i++)
            MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win); //@ PUT
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
