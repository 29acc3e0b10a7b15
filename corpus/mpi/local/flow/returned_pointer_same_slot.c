/*
 * A function returns pointers into a static pool; one slot is sent, then a slot is written.
 *
 * Both calls of slot() return the same element, so the store goes to the origin buffer of the pending
 * put (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: returned_pointer_next_slot.c
#include <mpi.h>
#include <string.h>

#define SLOT 32
static char pool[8][SLOT];

static char *slot(int i)
{
    return pool[i % 8];
}

int main(int argc, char **argv)
{
    int rank, size;
    char *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(SLOT, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    strcpy(slot(3), "hello");
    MPI_Win_fence(0, win);
    MPI_Put(slot(3), SLOT, MPI_CHAR, (rank + 1) % size, 0, SLOT, MPI_CHAR, win); //@ A
    char *next = slot(11);
    memset(next, 0, SLOT); //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
