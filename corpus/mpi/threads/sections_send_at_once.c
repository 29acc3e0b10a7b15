/*
 * Sections of a team, in a program that lets threads communicate one at a time (MPI_THREAD_SERIALIZED).
 *
 * Two sections send, and two threads may execute them at one time (OpenMP 5.2, 11.3; MPI 4.1, 11.6.2). Happens with any number of
 * processes.
 */
//@ expect: error RMA601 P P
//@ twin: section_sends_alone.c
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static MPI_Win win;
static long *cells, values[2], sum;
static int rank, size;

static void send(int slot)
{
    MPI_Put(&values[slot], 1, MPI_LONG, (rank + 1) % size, slot, 1, MPI_LONG, win); //@ P
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel sections
    {
#pragma omp section
        send(0);
#pragma omp section
        send(1);
    }
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
