/*
 * Rank 1 puts a text and asks for the text of an error in the same buffer after the fence.
 *
 * The fence has completed the put (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: put_fence_error_string_race.c
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
    MPI_Win_fence(0, win);
    MPI_Error_string(MPI_ERR_RANK, text, &length); //@ B
    printf("%s\n", text);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
