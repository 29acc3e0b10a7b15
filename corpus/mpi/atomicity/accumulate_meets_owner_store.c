/*
 * In one fence epoch each process adds to a cell of its right neighbour and prepares its own window for the
 * next round.
 *
 * It prepares the cell that its left neighbour adds to (MPI 4.1, 12.7, 12.7.1). Happens with any number of
 * processes.
 */
//@ expect: error RMA301 A B
//@ twin: accumulate_beside_owner_store.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;

    MPI_Win_fence(0, win);
    for (int round = 0; round < 10; round++) {
        int now = round % 2;
        MPI_Accumulate(&one, 1, MPI_INT, (rank + 1) % size, now, 1, MPI_INT, MPI_SUM, win); //@ A
        mem[now] = 0; //@ B
        MPI_Win_fence(0, win);
    }
    printf("%d\n", mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
