/*
 * Process 0 asks for a credit of at least nothing, puts a value, tells process 1 by a word, and process 1 loads the value.
 *
 * What it asks for is there from the start, so it does not wait, whatever process 1 does; and the put may still be on its way when the word is
 * there (MPI 4.1, 12.5.4, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: credit_from_the_start.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, *mem, one = 1, seen, value = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        do {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        } while (seen < 0);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Accumulate(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        do {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 2, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        } while (seen < 1);
        printf("%d\n", mem[0]); //@ B
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
