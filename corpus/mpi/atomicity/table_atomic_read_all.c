/*
 * All processes read the word of process 0 atomically, some more than once.
 *
 * Atomic reads do not conflict with each other (MPI 4.1, 12.7; thesis, Table 2.2: remote atomic read twice).
 */
//@ expect: none
//@ twin: table_put_and_read_all.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, times, sum = 0;
    int *word;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    times = 1 + rank % 3;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    while (times-- > 0) {
        int now = 0;
        MPI_Get_accumulate(NULL, 0, MPI_INT, &now, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
        sum += now;
    }
    MPI_Win_unlock(0, win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
