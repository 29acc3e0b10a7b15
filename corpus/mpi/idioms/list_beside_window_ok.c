/*
 * A record has a list of free slots and, behind it, the window. Functions put a slot on the list and take one off; they get the list and its
 * length, not the record. Every process takes some slots off, writes the first one to its right neighbour, and completes that before
 * it fills it again.
 *
 * The flush completes the put at its origin, and the slot may be filled (MPI 4.1, 12.5.4). The list has eight elements: a store through it
 * changes the list and not the window behind it (C17, 6.5.6 p8).
 */
//@ expect: none
//@ twin: list_beside_window_race.c
#include <mpi.h>
#include <stdlib.h>

struct pool {
    int count;
    double *free[8];
    MPI_Win win;
    int right;
};

static double slots[8][16];

static void give_back(double **list, int *count, double *slot)
{
    list[(*count)++] = slot;
}

int main(int argc, char **argv)
{
    struct pool pool;
    double *memory;
    int rank, size, many = argc > 1 ? atoi(argv[1]) : 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &pool.win);
    pool.right = (rank + 1) % size;
    pool.count = 0;
    for (int i = 0; i < many && i < 8; i++)
        give_back(pool.free, &pool.count, slots[i]);
    MPI_Win_lock_all(0, pool.win);
    MPI_Put(slots[0], 16, MPI_DOUBLE, pool.right, 0, 16, MPI_DOUBLE, pool.win);
    MPI_Win_flush_local(pool.right, pool.win);
    for (int i = 0; i < 16; i++)
        slots[0][i] = rank;
    MPI_Win_unlock_all(pool.win);
    MPI_Win_free(&pool.win);
    MPI_Finalize();
    return 0;
}
