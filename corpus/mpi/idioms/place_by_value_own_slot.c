/*
 * Rank and size are handed to a function as a structure, which the compiler passes as one word of 64 bits.
 *
 * Each process has a slot of its own.
 */
//@ expect: none
//@ twin: place_by_value_shared_slot.c
#include <mpi.h>
#include <stdio.h>

struct place {
    int rank, size;
};

static int mem[64];
static MPI_Win win;

static void send(struct place here)
{
    int value = here.size;
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, here.rank, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 64)
        MPI_Abort(MPI_COMM_WORLD, 1);
    struct place here;
    here.rank = rank;
    here.size = size;
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    send(here);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
