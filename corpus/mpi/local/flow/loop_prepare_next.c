/*
 * A pipeline without completion inside the loop: element i is sent, a neighbour element is written.
 *
 * buf[i + 1] is written before its own put in the next iteration; only elements 0..i are pending at
 * that time (MPI 4.1, 12.3 restricts only those). Sent elements are never written again.
 */
//@ expect: none
//@ twin: loop_store_previous_unflushed.c
#include <mpi.h>

#define N 32

int main(int argc, char **argv)
{
    int rank, size, buf[N + 1], *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    for (int i = 0; i <= N; i++)
        buf[i] = rank;
    MPI_Win_lock_all(0, win);
    for (int i = 1; i < N; i++) {
        MPI_Put(&buf[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
        buf[i + 1] = 2 * i;
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
