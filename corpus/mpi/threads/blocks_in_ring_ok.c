/*
 * A thread fills blocks of a ring, another one puts them. Both ask in critical regions how far the other one is. The second thread frees a
 * block after the flush.
 *
 * The flush completes the put before the block is free, and the first thread fills it only then (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: blocks_in_ring_race.c
#include <mpi.h>
#include <omp.h>

enum { BLOCKS = 8, CELLS = 16, ALL = 40 };

static int ring[BLOCKS][CELLS], head, tail, done;

int main(int argc, char **argv)
{
    int provided, rank, size, right, *memory;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(ALL * CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            for (int block = 0; block < ALL; block++) {
                int full;
                do {
#pragma omp critical
                    full = head - tail >= BLOCKS;
                } while (full);
                for (int i = 0; i < CELLS; i++)
                    ring[block % BLOCKS][i] = block;
#pragma omp critical
                head++;
            }
#pragma omp critical
            done = 1;
        } else {
            int block = 0;
            for (;;) {
                int filled, last;
#pragma omp critical
                {
                    filled = head;
                    last = done;
                }
                if (block < filled) {
                    MPI_Put(ring[block % BLOCKS], CELLS, MPI_INT, right, block * CELLS, CELLS, MPI_INT, win);
                    MPI_Win_flush(right, win);
#pragma omp critical
                    tail++;
                    block++;
                } else if (last) {
                    break;
                }
            }
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
