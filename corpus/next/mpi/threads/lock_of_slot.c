/*
 * Iterations of a worksharing loop use one of four slots each, under the lock of the slot, from the first store to the local flush.
 *
 * The same slot has the same lock, and other slots are other bytes (OpenMP 5.2, 18.9; MPI 4.1, 12.5.4).
 */
//@ expect: none
#include <mpi.h>
#include <omp.h>

#define LEN 100

static struct {
    omp_lock_t lock;
    double buffer[LEN];
} slots[4];

int main(int argc, char **argv)
{
    int provided, rank, size;
    double *cells;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++)
        omp_init_lock(&slots[i].lock);
    MPI_Win_allocate(64 * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel for schedule(static)
    for (int k = 0; k < 64; k++) {
        omp_set_lock(&slots[k % 4].lock);
        for (int i = 0; i < LEN; i++)
            slots[k % 4].buffer[i] = k + i;
        MPI_Put(slots[k % 4].buffer, LEN, MPI_DOUBLE, (rank + 1) % size, k * LEN, LEN, MPI_DOUBLE, win);
        MPI_Win_flush_local((rank + 1) % size, win);
        omp_unset_lock(&slots[k % 4].lock);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
