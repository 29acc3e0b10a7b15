/*
 * The completion is in the body of a retry loop whose count comes from the command line.
 *
 * With argv[1] = 0 the for loop runs zero times, the put is not completed, and the store changes its
 * origin buffer (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: at_least_once_do.c
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
    MPI_Put(&word, 1, MPI_SHORT, target, 0, 1, MPI_SHORT, win); //@ A
    for (; i < tries; i++) {
        MPI_Win_flush(target, win);
    }
    word = 12; //@ B
    MPI_Win_unlock(target, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
