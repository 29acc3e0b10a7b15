/*
 * A variable of file scope is the buffer of a put in one section, and is stored to in the other.
 *
 * There is one such variable for all threads.
 */
//@ expect: error RMA101 A B
//@ twin: threadprivate_buffer.c
#include <mpi.h>

#define N 64

static int number;

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel sections
    {
        #pragma omp section
        {
            number = rank;
            MPI_Put(&number, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
            MPI_Win_flush(right, win);
        }
        #pragma omp section
        number = 1; //@ B
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
