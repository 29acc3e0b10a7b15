/*
 * Each thread stores to the first element of the chunk behind that with its own number, and then puts its chunks.
 *
 * That chunk is another thread's, if there is more than one, which may be putting the element (OpenMP 5.2, 11.5.3; MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: chunk_of_own_number.c
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
        buf[2 * thread + 2] = rank; //@ STORE
        #pragma omp for schedule(static, 2)
        for (int i = 0; i < 8; i++)
            MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win); //@ PUT
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
