/*
 * As the twin, but the store is inside the taskgroup.
 *
 * With `nogroup` nothing waits for the tasks at the end of the loop (OpenMP 5.2, 12.6), so a put may be pending at the store (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: taskloop_in_group_ok.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp taskgroup
        {
            #pragma omp taskloop nogroup
            for (int i = 0; i < 4; i++) {
                MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win); //@ PUT
                MPI_Win_flush(right, win);
            }
            buf[1] = 4; //@ STORE
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
