/*
 * Local access of the owner against MPI_Get_accumulate with MPI_NO_OP, an atomic read, in one fence epoch.
 *
 * The owner loads: two reads do not conflict (MPI 4.1, 12.7; thesis, Table 2.2: local load, remote atomic
 * read).
 */
//@ expect: none
//@ twin: table_store_atomic_read.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    long got = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    mem[1] = 2 * rank;

    MPI_Win_fence(0, win);
    MPI_Get_accumulate(NULL, 0, MPI_LONG, &got, 1, MPI_LONG, (rank + 1) % size, 1, 1, MPI_LONG, MPI_NO_OP, win);
    printf("%ld\n", mem[1]);
    MPI_Win_fence(0, win);
    printf("%ld\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
