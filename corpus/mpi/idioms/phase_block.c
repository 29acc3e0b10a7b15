/*
 * A stream from rank 0 to rank 1 in phases, each with its block of the window at BLOCK * (phase - 1).
 *
 * Each phase has a block of its own; flush and barrier precede the loads (MPI 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: phase_block_twice.c
#include <mpi.h>
#include <stdio.h>

enum { BLOCK = 4, PHASES = 6 };

static MPI_Aint place(int phase)
{
    return BLOCK * (phase - 1);
}

static int eat(const int *block)
{
    int sum = 0;

    for (int i = 0; i < BLOCK; i++)
        sum += block[i];
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
            MPI_Put(data, BLOCK, MPI_INT, 1, place(phase), BLOCK, MPI_INT, win);
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
