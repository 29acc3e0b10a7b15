/*
 * The name of the current folder is printed if it fits into a buffer. The fence between put and load is in the same branch.
 *
 * A name that is too long gives a null pointer (POSIX.1-2017, getcwd); then nothing orders the put and the load (MPI 4.1, 12.7.2): a warning.
 */
//@ expect: warning RMA201 A B
//@ twin: folder_with_long_name_ok.c
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 7, seen = 0;
    char folder[32];
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
    if (getcwd(folder, sizeof folder) != NULL) {
        puts(folder);
        MPI_Win_fence(0, win);
    }
    if (rank == 0)
        seen = mem[1]; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
