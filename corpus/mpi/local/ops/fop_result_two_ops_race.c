// Two MPI_Fetch_and_op calls of one process fetch two remote counters.
// Both write the same result variable while both are pending: two pending operations with overlapping result
// buffers in the origin (MPI 4.1, 12.3: the buffer is not to be accessed before completion).
//
//@ expect: error RMA104 A B
//@ twin: fop_result_two_ops_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, one = 1;
    int cnt[2] = {0, 0}, got[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cnt, sizeof cnt, sizeof cnt[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &got[0], MPI_INT, 0, 0, MPI_SUM, win); //@ A
    MPI_Fetch_and_op(&one, &got[0], MPI_INT, 0, 1, MPI_SUM, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%d: %d %d\n", rank, got[0], got[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
