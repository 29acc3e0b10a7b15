/*
 * Flow control by a credit: rank 0 puts a block into rank 1 and tells it so; it puts the next block only when
 * rank 1 has given the credit back.
 *
 * Rank 1 gives the credit back before it has read the block (MPI 4.1, 3.5, 12.7). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: credit_after_load.c
#include <mpi.h>
#include <stdio.h>

enum { N = 8, ROUNDS = 5, FULL = 1, CREDIT = 2 };

static void writer(MPI_Win win)
{
    double block[N];
    int token = 0;

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            block[i] = round + 0.1 * i;
        MPI_Put(block, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, win); //@ A
        MPI_Win_flush(1, win);
        MPI_Send(&token, 1, MPI_INT, 1, FULL, MPI_COMM_WORLD);
        MPI_Recv(&token, 1, MPI_INT, 1, CREDIT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock(1, win);
}

static double reader(const double *mem)
{
    double sum = 0;
    int token;

    for (int round = 0; round < ROUNDS; round++) {
        MPI_Recv(&token, 1, MPI_INT, 0, FULL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&token, 1, MPI_INT, 0, CREDIT, MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            sum += mem[i]; //@ B
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0)
        writer(win);
    if (rank == 1)
        printf("%g\n", reader(mem));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
