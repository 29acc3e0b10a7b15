/*
 * A loop in chunks of a size from the command line puts its elements one by one.
 *
 * Each iteration stores to the element that it puts itself, before it does; no two chunks have an iteration in common
 * (OpenMP 5.2, 11.5.3).
 */
//@ expect: none
//@ twin: chunks_of_given_size_race.c
#include <mpi.h>
#include <stdlib.h>

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
    int block = argc > 1 ? atoi(argv[1]) : 4;
    if (block < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel for schedule(static, block)
    for (int i = 0; i < 64; i++) {
        buf[i] = i;
        MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
