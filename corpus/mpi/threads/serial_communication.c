/*
 * Worksharing loops fill a buffer and sum up what arrived; between the regions the initial thread communicates.
 *
 * The put is flushed, and two barriers of the processes stand around the use of the window.
 */
//@ expect: none
//@ twin: serial_communication_race.c
#include <mpi.h>

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

    for (int it = 0; it < 4; it++) {
        int sum = 0;
        #pragma omp parallel for
        for (int i = 0; i < 8; i++)
            buf[i] = i + it;
        MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Barrier(MPI_COMM_WORLD);
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 8; i++)
            sum += mem[i];
        buf[20] = sum;
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
