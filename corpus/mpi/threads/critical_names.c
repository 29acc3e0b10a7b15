/*
 * One section puts from a buffer, the other one stores to it; both in critical constructs.
 *
 * Both have one name, and the put is complete before its construct is left.
 */
//@ expect: none
//@ twin: critical_names_race.c
#include <mpi.h>

#define N 64

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
            #pragma omp critical(send)
            {
                MPI_Put(buf, 4, MPI_INT, right, 0, 4, MPI_INT, win);
                MPI_Win_flush(right, win);
            }
        }
        #pragma omp section
        {
            #pragma omp critical(send)
            buf[0] = rank;
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
