/*
 * A function with an orphaned worksharing loop fills the buffer in a region, another one sends it between the
 * regions.
 *
 * The put is flushed before the next step.
 */
//@ expect: none
//@ twin: orphaned_loop_race.c
#include <mpi.h>

#define N 64

static void fill(int *b, int step)
{
    #pragma omp for
    for (int i = 0; i < 32; i++)
        b[i] = step + i;
}

static void send(int *b, int right, MPI_Win win)
{
    MPI_Put(b, 32, MPI_INT, right, 0, 32, MPI_INT, win);
    MPI_Win_flush(right, win);
}

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

    for (int step = 0; step < 3; step++) {
        #pragma omp parallel
        fill(buf, step);
        send(buf, right, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
