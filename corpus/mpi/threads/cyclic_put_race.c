/*
 * A loop hands out its iterations one by one, in turn; each puts its element, two of them to one place.
 *
 * Nothing completes the first of two puts to a place before the second (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 PUT PUT
//@ twin: cyclic_put.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[65] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 64; i++) {
        buf[i] = rank + i;
        MPI_Put(&buf[i], 1, MPI_INT, right, i / 2, 1, MPI_INT, win); //@ PUT
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
