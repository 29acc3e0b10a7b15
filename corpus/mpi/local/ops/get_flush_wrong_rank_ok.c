// Rank 0 gets from rank 2 and prints the value after a flush.
// The flush names rank 2, the target of the get (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: get_flush_wrong_rank_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    long long have, want = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    have = 1LL << rank;
    MPI_Win_create(&have, sizeof have, sizeof have, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Get(&want, 1, MPI_LONG_LONG, 2, 0, 1, MPI_LONG_LONG, win);
        MPI_Win_flush(2, win);
        printf("%lld\n", want);
        MPI_Win_unlock_all(win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
