/*
 * Two windows over one piece of memory, one for blocks, one for a counter. Every put is followed by a flush through its own window and a
 * barrier, so it is complete at the target before the loads (MPI 4.1, 12.5.4). The counter and the blocks are different bytes.
 */
//@ expect: none
//@ twin: flush_through_other_window.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define N 32
struct board { double *memory; MPI_Win blocks, counter; MPI_Comm comm; int rank, size; };
static void post(struct board *b, const double *from, int to)
{
    MPI_Put(from, N, MPI_DOUBLE, to, 8, N, MPI_DOUBLE, b->blocks);
    MPI_Win_flush(to, b->blocks);
}
static void note(struct board *b, int to)
{
    double one = 1;
    MPI_Accumulate(&one, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, MPI_SUM, b->counter);
    MPI_Win_flush(to, b->counter);
}
int main(int argc, char **argv)
{
    struct board b = {0};
    double mine[N], sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &b.comm);
    MPI_Comm_rank(b.comm, &b.rank);
    MPI_Comm_size(b.comm, &b.size);
    b.memory = calloc(64, sizeof *b.memory);
    MPI_Win_create(b.memory, 64 * sizeof(double), sizeof(double), MPI_INFO_NULL, b.comm, &b.blocks);
    MPI_Win_create(b.memory, 64 * sizeof(double), sizeof(double), MPI_INFO_NULL, b.comm, &b.counter);
    for (int i = 0; i < N; i++)
        mine[i] = i + b.rank;
    MPI_Win_lock_all(0, b.blocks);
    MPI_Win_lock_all(0, b.counter);
    MPI_Barrier(b.comm);
    post(&b, mine, (b.rank + 1) % b.size);
    note(&b, (b.rank + 1) % b.size);
    MPI_Barrier(b.comm);
    MPI_Win_sync(b.blocks);
    for (int i = 0; i < N; i++)
        sum += b.memory[8 + i];
    MPI_Barrier(b.comm);
    MPI_Win_unlock_all(b.counter);
    MPI_Win_unlock_all(b.blocks);
    printf("%f\n", sum);
    MPI_Win_free(&b.counter);
    MPI_Win_free(&b.blocks);
    MPI_Finalize();
    return 0;
}
