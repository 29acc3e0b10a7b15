/*
 * A producer fills the array of a consumer in pieces, each one flushed; the consumer adds it up.
 *
 * The flush is known to the producer only (MPI 4.1, 12.5.4). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: consumer_with_barrier.c
#include <mpi.h>
#include <stdio.h>

enum { PIECE = 8, PIECES = 4 };

static void fill(int consumer, MPI_Win win)
{
    long piece[PIECE];

    for (int p = 0; p < PIECES; p++) {
        for (int i = 0; i < PIECE; i++)
            piece[i] = p * PIECE + i;
        MPI_Put(piece, PIECE, MPI_LONG, consumer, p * PIECE, PIECE, MPI_LONG, win); //@ A
        MPI_Win_flush_all(win);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    long sum = 0, *array;
    MPI_Comm pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &pair);
    MPI_Win_allocate(PIECE * PIECES * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &array, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        fill(1, win);
    if (rank == 1)
        for (int i = 0; i < PIECE * PIECES; i++)
            sum += array[i]; //@ B
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    if (pair != MPI_COMM_NULL)
        MPI_Comm_free(&pair);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
