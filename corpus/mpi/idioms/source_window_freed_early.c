/*
 * The memory of one window is put into another one. The first window is freed before the put is complete.
 *
 * `MPI_Win_free` frees the memory that `MPI_Win_allocate` has given (MPI 4.1, 12.2.5), and it completes operations on its own window only.
 */
//@ expect: error RMA402 A B
//@ twin: source_window_freed_late.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *parts, *sums, right;
    MPI_Win from, to;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &parts, &from);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &sums, &to);
    for (int i = 0; i < 16; i++)
        parts[i] = rank;
    MPI_Win_lock_all(0, to);
    MPI_Put(parts, 16, MPI_INT, right, 0, 16, MPI_INT, to); //@ A
    MPI_Win_free(&from); //@ B
    MPI_Win_unlock_all(to);
    MPI_Win_free(&to);
    MPI_Finalize();
    return 0;
}
