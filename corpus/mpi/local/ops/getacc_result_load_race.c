// Every rank appends to a shared tally with MPI_Get_accumulate and reports the old value.
// The result buffer is read before MPI_Win_unlock (MPI 4.1, 12.3: not to be accessed before completion).
//
//@ expect: error RMA102 A B
//@ twin: getacc_result_load_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    long tally[2] = {0, 0}, add[2], old[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(tally, sizeof tally, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    add[0] = rank;
    add[1] = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get_accumulate(add, 2, MPI_LONG, old, 2, MPI_LONG, 0, 0, 2, MPI_LONG, MPI_SUM, win); //@ A
    printf("rank %d was number %ld\n", rank, old[1]); //@ B
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
