/*
 * Rank 0 broadcasts how the others shall complete their puts.
 *
 * If the broadcast value is 0 no process flushes before its store (MPI 4.1, 12.3). rank 0 draws it
 * with rand(), so a value read at run time decides and the level is warning.
 */
//@ expect: warning RMA101 A B
//@ twin: received_choice_completes.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, eager = 0, x, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0)
        eager = rand() % 2;
    MPI_Bcast(&eager, 1, MPI_INT, 0, MPI_COMM_WORLD);

    int to = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    x = rank;
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
    if (eager) {
        MPI_Win_flush(to, win);
    }
    x = size; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
