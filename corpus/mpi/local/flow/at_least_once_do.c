/*
 * The completion is in the body of a retry loop whose count comes from the command line.
 *
 * A do loop runs its body at least once (C17, 6.8.5.2), so the put is completed by the first flush
 * (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: zero_trip_for.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, tries, i = 0;
    short word = 11, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    tries = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(short), sizeof(short), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int target = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Put(&word, 1, MPI_SHORT, target, 0, 1, MPI_SHORT, win);
    do {
        MPI_Win_flush(target, win);
    } while (++i < tries);
    word = 12;
    MPI_Win_unlock(target, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
