/*
 * Two windows, for keys and for values; only that of the keys is locked.
 *
 * It names the window of the keys (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: flush_local_other_window.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *key, *value;
    MPI_Win keys, values;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &key, &keys);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &value, &values);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, keys);
    MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, keys);
    MPI_Win_flush_local(0, keys);
    MPI_Win_unlock(0, keys);

    MPI_Win_free(&values);
    MPI_Win_free(&keys);
    MPI_Finalize();
    return 0;
}
