/*
 * Each thread stores to the first element of the chunk with its own number, and then puts its chunks.
 *
 * The chunk with the number of a thread is its own first one, whatever the number of threads (OpenMP 5.2, 11.5.3).
 */
//@ expect: none
//@ twin: chunk_of_own_number_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[10] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(10 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        buf[2 * thread] = rank;
        #pragma omp for schedule(static, 2)
        for (int i = 0; i < 8; i++)
            MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
