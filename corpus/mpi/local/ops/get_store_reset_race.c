// A get into a variable that the process initialises.
// The initialisation stands behind the get, so a local store meets the pending get's write (MPI 4.1, 12.3).
//
//@ expect: error RMA103 A B
//@ twin: get_store_reset_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    unsigned char code, answer;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    code = (unsigned char)(rank + 65);
    MPI_Win_create(&code, 1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(&answer, 1, MPI_UNSIGNED_CHAR, 1, 0, 1, MPI_UNSIGNED_CHAR, win); //@ A
    answer = '?'; //@ B
    MPI_Win_fence(0, win);

    printf("%c\n", answer);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
