/*
 * A program starts from a file if there is one. The fence between put and load is behind that branch.
 *
 * With or without the file (MPI 4.1, 14.7) the fence orders the put and the load (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: start_file_missing_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 3, seen = 0;
    MPI_File file;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
    if (MPI_File_open(MPI_COMM_WORLD, "start.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS) {
        MPI_File_close(&file);
    }
    MPI_Win_fence(0, win);
    if (rank == 0)
        seen = mem[1]; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
