/*
 * A helper locks the target, checks the length and writes; main ends the program when the helper refuses.
 *
 * The helper unlocks before it returns (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: helper_returns_locked.c
#include <mpi.h>
#include <stdlib.h>

enum { CAPACITY = 16 };

static int push(const int *data, int n, int target, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    if (n > CAPACITY) {
        MPI_Win_unlock(target, win);
        return -1;
    }
    MPI_Put(data, n, MPI_INT, target, 0, n, MPI_INT, win);
    MPI_Win_unlock(target, win);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size, *mem, data[CAPACITY] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CAPACITY * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (push(data, argc > 1 ? atoi(argv[1]) : CAPACITY, size - 1, win) < 0) {
        MPI_Win_free(&win);
        MPI_Finalize();
        return 1;
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
