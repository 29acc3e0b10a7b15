/*
 * The first test case of Nasty-MPI, literally: data and guard in one lock epoch; the reader polls the guard.
 *
 * The guard is written and polled by accumulate-class calls of one type, and the data are flushed before it
 * (MPI 4.1, 12.5.4, 12.7.1).
 */
//@ expect: none
//@ twin: poll_and_unflushed_data.c
#include <mpi.h>
#include <stdio.h>

enum { DATA, GUARD, CELLS };

int main(int argc, char **argv)
{
    int rank, size, data = 42, guard = 1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[DATA] = mem[GUARD] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank < 2)
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    if (rank == 0) {
        MPI_Put(&data, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(&guard, 1, MPI_INT, 1, GUARD, 1, MPI_INT, MPI_REPLACE, win);
    } else if (rank == 1) {
        int seen = 0;
        while (seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, GUARD, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        printf("%d\n", mem[DATA]);
    }
    if (rank < 2)
        MPI_Win_unlock(1, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
