/*
 * A program asks how far two variables are apart, and stores to the buffer of a pending put.
 *
 * How far two variables are apart is up to the linker; in practice they are less than 2 GiB apart, and the program goes on. That
 * pointers stay inside their objects says nothing of such a distance.
 * The put may still read its buffer at the store (MPI 4.1, 12.3.1).
 */
//@ expect: error RMA101 A B
//@ twin: address_distance_flushed.c
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

static int first[4], last[4];
static char *base;

static void check_layout(void)
{
    base = (char *)first;
    if ((uintptr_t)last - (uintptr_t)base >= (uintptr_t)INT32_MAX)
        abort();
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    check_layout();
    MPI_Win_lock_all(0, win);
    MPI_Put(first, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    first[0] = 3; //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
