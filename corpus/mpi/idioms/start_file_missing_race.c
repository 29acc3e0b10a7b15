/*
 * A program starts from a file if there is one. The fence between put and load is in that branch.
 *
 * Errors of calls on files return to the program unless it says otherwise (MPI 4.1, 14.7). Without the file, nothing orders the put and the
 * load (MPI 4.1, 12.7.2): a warning.
 */
//@ expect: warning RMA201 A B
//@ twin: start_file_missing_ok.c
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
        MPI_Win_fence(0, win);
        MPI_File_close(&file);
    }
    if (rank == 0)
        seen = mem[1]; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
