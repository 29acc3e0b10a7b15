/*
 * A stream from rank 0 to rank 1 in phases, each with its block of the window at BLOCK * (phase - 1).
 *
 * The function that chooses the block returns phase / 2: the put of phase 3 hits the block that rank 1 reads
 * in phase 2, and only one barrier stands between the phases (MPI 4.1, 12.7). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: phase_block.c
#include <mpi.h>
#include <stdio.h>

enum { BLOCK = 4, PHASES = 6 };

static MPI_Aint place(int phase)
{
    return BLOCK * (phase / 2);
}

static int eat(const int *block)
{
    int sum = 0;

    for (int i = 0; i < BLOCK; i++)
        sum += block[i]; //@ B
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, total = 0, data[BLOCK], *stream;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(BLOCK * PHASES * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &stream, &win);

    MPI_Win_lock_all(0, win);
    for (int phase = 1; phase <= PHASES; phase++) {
        if (rank == 0) {
            for (int i = 0; i < BLOCK; i++)
                data[i] = phase * i;
            MPI_Put(data, BLOCK, MPI_INT, 1, place(phase), BLOCK, MPI_INT, win); //@ A
            MPI_Win_flush(1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            total += eat(stream + place(phase));
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", total);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
