// Two text messages go to rank 1 through one buffer, each with its own put.
// Nothing completes the first put before strcpy writes the second text over it (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_flush_strcpy_ok.c
#include <mpi.h>
#include <string.h>

#define MSG 40

int main(int argc, char **argv)
{
    int rank;
    char msg[MSG], *board;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * MSG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &board, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        strcpy(msg, "first");
        MPI_Put(msg, MSG, MPI_CHAR, 1, 0, MSG, MPI_CHAR, win); //@ A
        strcpy(msg, "second"); //@ B
        MPI_Put(msg, MSG, MPI_CHAR, 1, MSG, MSG, MPI_CHAR, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
