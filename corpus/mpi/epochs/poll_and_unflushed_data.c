/*
 * The first test case of Nasty-MPI, literally: data and guard in one lock epoch; the reader polls the guard.
 *
 * The guard is polled with plain loads; and no flush stands between the two puts, so that the data may come
 * after the guard (MPI 4.1, 12.7, 12.7.2). Happens with 2 or more processes.
 */
//@ expect: warning RMA506 G P
//@ expect: error RMA201 D L
//@ twin: poll_atomically_and_flushed_data.c
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
        MPI_Put(&data, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); //@ D
        MPI_Put(&guard, 1, MPI_INT, 1, GUARD, 1, MPI_INT, win); //@ G
    } else if (rank == 1) {
        int seen = 0;
        while (seen == 0) {
            seen = mem[GUARD]; //@ P
            MPI_Win_sync(win);
        }
        printf("%d\n", mem[DATA]); //@ L
    }
    if (rank < 2)
        MPI_Win_unlock(1, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
