/*
 * The primary thread sends one half of a buffer while the others fill the other half; a barrier ends each step.
 *
 * The halves alternate.
 */
//@ expect: none
//@ twin: double_buffer_comm_thread_race.c
#include <mpi.h>
#include <omp.h>

#define N 64

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel
    {
        int t = omp_get_thread_num();
        for (int step = 0; step < 5; step++) {
            if (t == 0) {
                MPI_Put(&buf[step % 2 * 32], 32, MPI_INT, right, 0, 32, MPI_INT, win);
                MPI_Win_flush(right, win);
                MPI_Barrier(MPI_COMM_WORLD);
            } else if (t < 32) {
                buf[(step + 1) % 2 * 32 + t] = step;
            }
            #pragma omp barrier
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
