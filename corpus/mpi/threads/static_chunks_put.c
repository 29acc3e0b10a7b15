/*
 * A loop in chunks of four iterations puts its elements one by one.
 *
 * Each iteration stores to the element that it puts itself, before it does; no two chunks have an iteration in common (OpenMP 5.2, 11.5.3).
 */
//@ expect: none
//@ twin: static_chunks_put_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[64];
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

    #pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < 63; i++) {
        buf[i] = i;
        MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
