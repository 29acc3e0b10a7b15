/*
 * Each process puts a packed record and a byte more into its own block of rank 0; the block has the size that
 * MPI_Pack_size gives.
 *
 * The byte is the first one of the next block (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: warning RMA203 A A
//@ twin: block_of_packed_size_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, bytes;
    char *records, *record;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Pack_size(3, MPI_DOUBLE, MPI_COMM_WORLD, &bytes);
    if (bytes < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    record = calloc(bytes + 1, 1);
    MPI_Win_allocate(rank == 0 ? (MPI_Aint)size * bytes + 1 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &records, &win);

    MPI_Win_fence(0, win);
    MPI_Put(record, bytes + 1, MPI_BYTE, 0, (MPI_Aint)rank * bytes, bytes + 1, MPI_BYTE, win); //@ A
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(record);
    MPI_Finalize();
    return 0;
}
