/*
 * Three processes: rank 1 puts into rank 0 and completes the put; rank 0 loads behind an MPI_Allgatherv to which rank 2 gives nothing.
 *
 * Rank 0 has the element of rank 1 only after rank 1 has called MPI_Allgatherv, behind its flush (MPI 4.1, 6.7 and 12.5.4).
 */
//@ expect: none
//@ twin: allgatherv_nothing_from_writer.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, *mem, all[3], counts[3] = {1, 1, 1}, displs[3] = {0, 1, 2}, size, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    counts[2] = 0;

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(0, win);
    }
    MPI_Allgatherv(&rank, counts[rank], MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
