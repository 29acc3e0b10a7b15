/*
 * Rank 0 puts to rank 1, flushes, and enters a barrier; the others enter it in one of two sections, and rank 1 reads.
 *
 * The load stands behind the sections, whose end comes after both (OpenMP 5.2, 11.3).
 */
//@ expect: none
//@ twin: barrier_in_one_section_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *cell;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&size, 1, MPI_INT, 1 % size, 0, 1, MPI_INT, win);
        MPI_Win_flush(1 % size, win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        int seen = 0;
        #pragma omp parallel sections num_threads(2)
        {
            #pragma omp section
            MPI_Barrier(MPI_COMM_WORLD);
            #pragma omp section
            puts("other");
        }
        seen = *cell;
        printf("%d\n", seen);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
