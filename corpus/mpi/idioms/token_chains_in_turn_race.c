/*
 * Three tokens go from rank to rank, one after the other, each with a window and a tag of its own; who has the token puts its rank into
 * rank 0. A barrier follows each.
 *
 * Each process sends the token on before it unlocks, so its put may still be pending when the next process puts (MPI 4.1, 12.7). Happens
 * with two or more processes.
 */
//@ expect: error RMA203 PUT PUT
//@ twin: token_chains_in_turn_ok.c
#include <mpi.h>
#include <stdio.h>

enum { FIRST = 17, SECOND, THIRD };

static int rank, size, token;

static void number(MPI_Win win, int tag)
{
    if (rank > 0)
        MPI_Recv(&token, 1, MPI_INT, rank - 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ PUT
    if (rank < size - 1)
        MPI_Send(&token, 1, MPI_INT, rank + 1, tag, MPI_COMM_WORLD);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int *base[3];
    MPI_Win wins[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++) {
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base[i], &wins[i]);
        *base[i] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    number(wins[0], FIRST);
    number(wins[1], SECOND);
    number(wins[2], THIRD);
    for (int i = 0; i < 3; i++)
        MPI_Win_free(&wins[i]);
    printf("%d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
