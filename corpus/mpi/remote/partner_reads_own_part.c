/*
 * Pairs of processes, rank ^ 1, exchange by puts into cell 1 and work on their window meanwhile.
 *
 * The owner loads cell 0, which nobody writes in this epoch.
 */
//@ expect: none
//@ twin: partner_reads_mailbox.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, seen, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 2 * rank;
    mem[1] = -1;
    int partner = rank ^ 1;

    MPI_Win_fence(0, win);
    if (partner < size)
        MPI_Put(&x, 1, MPI_INT, partner, 1, 1, MPI_INT, win);
    seen = mem[0];
    MPI_Win_fence(0, win);
    printf("%d\n", seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
