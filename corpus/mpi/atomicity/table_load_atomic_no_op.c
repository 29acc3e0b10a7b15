/*
 * The owner loads a cell while others apply an accumulate-class operation to it; the kind of operation
 * decides.
 *
 * MPI_NO_OP reads it only (MPI 4.1, 12.3.4; thesis, Table 2.2: local load, remote atomic read).
 */
//@ expect: none
//@ twin: table_load_atomic_write.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    unsigned one = 1, before = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(unsigned), sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 100;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        printf("owner sees %u\n", mem[0]);
    else
        MPI_Fetch_and_op(&one, &before, MPI_UNSIGNED, 0, 0, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);
    printf("%u\n", before);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
