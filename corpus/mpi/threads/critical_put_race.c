/*
 * Threads add to a common counter and put it, in a critical construct.
 *
 * The flush stands behind the construct: the next thread stores to the counter while the put is pending. The two
 * puts to one place are not completed between either.
 */
//@ expect: error RMA101 A B
//@ expect: error RMA203 A A
//@ twin: critical_put.c
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

    #pragma omp parallel
    {
        #pragma omp critical
        {
            buf[0] += 1; //@ B
            MPI_Put(buf, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
        }
        MPI_Win_flush(right, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
