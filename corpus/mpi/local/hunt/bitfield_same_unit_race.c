// A bit-field beside the one that is sent is set: both share bytes. Bit-fields that share a unit are one
// memory location (C17, 3.14), and the put reads the whole unit until the unlock.
//
//@ expect: error RMA101 A B
//@ twin: bitfield_same_unit_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

struct flags {
    unsigned a : 20, b : 12;
    unsigned other;
};

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    struct flags f = {1, 2, 3};
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&f, 1, MPI_UNSIGNED, right, 0, 1, MPI_UNSIGNED, win); //@ A
    f.b = argc; //@ B
    MPI_Win_unlock(right, win);
    printf("%u %u\n", f.b, f.other);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
