// MPI_Compare_and_swap with an expected value that the process moves on to the next state.
// The compare buffer is changed while the operation is pending; the call reads it as it reads the origin buffer
// (MPI 4.1, 12.3 and 12.3.4).
//
//@ expect: error RMA101 A B
//@ twin: cas_compare_store_ok.c
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int64_t state = 0, expected = 0, desired, before = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    desired = rank + 1;
    MPI_Win_create(&state, sizeof state, sizeof state, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank > 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Compare_and_swap(&desired, &expected, &before, MPI_INT64_T, 0, 0, win); //@ A
        expected += 1; //@ B
        MPI_Win_flush_local(0, win);
        MPI_Win_unlock(0, win);
    }
    printf("%lld %lld\n", (long long)before, (long long)expected);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
