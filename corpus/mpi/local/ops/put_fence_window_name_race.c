/*
 * Rank 1 puts a text and asks for the name of the window in the same buffer before the fence.
 *
 * The call stores the text there (MPI 4.1, 7.8), while the put may still read it (12.3).
 */
//@ expect: error RMA101 A B
//@ twin: put_fence_window_name_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, length;
    char text[MPI_MAX_PROCESSOR_NAME + MPI_MAX_ERROR_STRING] = "nobody", *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof text, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(text, sizeof text, MPI_CHAR, 0, 0, sizeof text, MPI_CHAR, win); //@ A
    MPI_Win_get_name(win, text, &length); //@ B
    MPI_Win_fence(0, win);
    printf("%s\n", text);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
