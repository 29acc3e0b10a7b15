/*
 * A token goes round a ring of processes and carries the number of the round, which the receiver checks. Who has it fetches a cell of rank 0, changes it
 * and puts it back. The number of rounds is an argument.
 *
 * The flush completes the put at rank 0 (MPI 4.1, 12.5.4) before the token is sent, and its receiver fetches after it has come: what one has put is there
 * for the next.
 */
//@ expect: none
//@ twin: token_with_round_unflushed.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 3;
    long *cell, value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < rounds; round++) {
        int seen = -1;

        if (rank > 0 || round > 0) {
            MPI_Recv(&seen, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (seen != (rank == 0 ? round - 1 : round))
                MPI_Abort(MPI_COMM_WORLD, 2);
        }
        MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); //@ GET
        MPI_Win_flush(0, win);
        value += rank + round;
        MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); //@ PUT
        MPI_Win_flush(0, win);
        MPI_Send(&round, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        int seen;

        MPI_Recv(&seen, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
