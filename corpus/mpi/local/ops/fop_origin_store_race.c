// MPI_Fetch_and_op; the variable with the increment is changed before the unlock.
// With MPI_SUM the increment is read by the pending operation and must not be updated (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: fop_origin_store_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    unsigned long counter = 0, inc = 1, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof counter, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&inc, &seen, MPI_UNSIGNED_LONG, 0, 0, MPI_SUM, win); //@ A
    inc = 1000; //@ B
    MPI_Win_unlock(0, win);
    printf("rank %d saw %lu, next step %lu\n", rank, seen, inc);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
