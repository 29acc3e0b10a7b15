/*
 * Pairs of processes put into each other's window in turn and tell each other by messages; all rounds use one cell.
 *
 * Between the read of a round and the next put of the partner there is no message: the partner goes on as soon as it has received
 * the one that was sent before the read (MPI 4.1, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: pairs_two_cells.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static void need(int n, int size) { if (size < n || size % 2) { fprintf(stderr, "even\n"); MPI_Abort(MPI_COMM_WORLD, 1); } }
int main(int argc, char **argv)
{
    int rank, size, token = 0, in = 0, *mem, sum = 0; MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    need(2, size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int partner = rank % 2 ? rank - 1 : rank + 1;
    MPI_Win_lock_all(0, win);
    for (int k = 0; k < 4; k++) {
        int v = rank + k;
        MPI_Put(&v, 1, MPI_INT, partner, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(partner, win);
        MPI_Sendrecv(&token, 1, MPI_INT, partner, 0, &in, 1, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += mem[0]; //@ B
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
}
