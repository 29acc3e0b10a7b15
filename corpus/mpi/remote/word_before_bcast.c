/*
 * Process 1 puts, flushes, and tells process 0 by a word, which process 0 asks for before it broadcasts; process 2 puts to the same place behind
 * the broadcast.
 *
 * The put is complete at process 0 before the word is there (MPI 4.1, 12.5.4), process 0 broadcasts after it has seen the word, and nobody leaves
 * a broadcast before its root has come to it (6.4): the two puts are ordered.
 */
//@ expect: none
//@ twin: word_before_bcast_unflushed.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, word = 0, value = 7, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[15] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 9, 1, MPI_INT, win); //@ A
        MPI_Win_flush(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 15, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(0, win);
    } else if (rank == 0) {
        do {
            MPI_Fetch_and_op(&one, &word, MPI_INT, 0, 15, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        } while (word == 0);
    }
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&value, 1, MPI_INT, 0, 9, 1, MPI_INT, win); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
