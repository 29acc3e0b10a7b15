/*
 * A loop over an array of structures sends one field of each element and touches a field of the
 * element before.
 *
 * The tag of an element is no part of what is sent (one int at the offset of value); pending
 * footprints and stores are disjoint (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: struct_array_same_field.c
#include <mpi.h>

typedef struct { int value; int tag; } item;

int main(int argc, char **argv)
{
    item items[20];
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(20 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 20; i++)
        items[i].value = items[i].tag = i;

    MPI_Win_lock_all(0, win);
    for (item *p = items; p < items + 20; p++) {
        MPI_Put(&p->value, 1, MPI_INT, (rank + 1) % size, p - items, 1, MPI_INT, win);
        if (p > items)
            (p - 1)->tag = -1;
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
