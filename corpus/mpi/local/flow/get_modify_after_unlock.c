/*
 * Read-modify-write on a copy: fetch a number, make it odd.
 *
 * The unlock completes the get (MPI 4.1, 12.5.3), then the copy is tested and changed.
 */
//@ expect: none
//@ twin: get_modify_in_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, number, out;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    number = 7 * rank;
    MPI_Win_create(&number, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int remote_proc = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, remote_proc, 0, win);
    MPI_Get(&out, 1, MPI_INT, remote_proc, 0, 1, MPI_INT, win);
    MPI_Win_unlock(remote_proc, win);
    if (out % 2 == 0)
        out++;

    printf("rank %d: %d\n", rank, out);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
