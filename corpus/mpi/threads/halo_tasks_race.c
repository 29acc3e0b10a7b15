/*
 * Halo exchange with tasks: one packs the edges, one puts them to both neighbours and completes them, others
 * work on the inner blocks.
 *
 * The task that sends does not depend on the one that packs: the edges may be stored to while they are sent.
 */
//@ expect: error RMA101 A B
//@ expect: error RMA101 C D
//@ twin: halo_tasks.c
#include <mpi.h>

#define CELLS 128
#define BLOCK 32

int main(int argc, char **argv)
{
    int provided, rank, size;
    double *grid, inner[CELLS] = {0}, edge[2] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &grid, &win);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 10; step++) {
        #pragma omp parallel
        #pragma omp single
        {
            #pragma omp task depend(out : edge[0])
            {
                edge[0] = inner[0]; //@ B
                edge[1] = inner[CELLS - 1]; //@ D
            }
            #pragma omp task
            {
                MPI_Put(&edge[0], 1, MPI_DOUBLE, left, 1, 1, MPI_DOUBLE, win); //@ A
                MPI_Put(&edge[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ C
                MPI_Win_flush_all(win);
            }
            for (int block = BLOCK; block < CELLS - BLOCK; block += BLOCK) {
                #pragma omp task
                for (int i = block; i < block + BLOCK; i++)
                    inner[i] = 0.5 * inner[i];
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
        inner[0] = grid[0];
        inner[CELLS - 1] = grid[1];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
