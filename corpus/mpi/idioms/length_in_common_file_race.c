/*
 * All processes read the same length at the begin of one file; each puts one value more than that into its own block
 * of rank 0.
 *
 * The last value goes into the block of the next rank (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: warning RMA203 A A
//@ twin: length_in_common_file_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, length = 0;
    double *all, *block;
    MPI_File file;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, "grid.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at_all(file, 0, &length, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (length < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);

    block = calloc(length + 1, sizeof(double));
    MPI_Win_allocate(rank == 0 ? ((MPI_Aint)size * length + 1) * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &all, &win);
    MPI_Win_fence(0, win);
    MPI_Put(block, length + 1, MPI_DOUBLE, 0, (MPI_Aint)rank * length, length + 1, MPI_DOUBLE, win); //@ A
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(block);
    MPI_Finalize();
    return 0;
}
