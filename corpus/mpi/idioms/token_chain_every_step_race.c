/*
 * In each step a token goes from rank to rank; who has it puts its rank into rank 0, which reads the last one behind a barrier.
 *
 * Each process sends the token on before it unlocks, so its put may still be pending when the next process puts (MPI 4.1, 12.7). Happens
 * with two or more processes.
 */
//@ expect: error RMA203 PUT PUT
//@ twin: token_chain_every_step_ok.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 3, TAG = 17 };

int main(int argc, char **argv)
{
    int rank, size, token = 0, sum = 0, *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    base[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < STEPS; step++) {
        if (rank > 0)
            MPI_Recv(&token, 1, MPI_INT, rank - 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ PUT
        if (rank < size - 1)
            MPI_Send(&token, 1, MPI_INT, rank + 1, TAG, MPI_COMM_WORLD);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            sum += base[0];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    printf("%d: %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
