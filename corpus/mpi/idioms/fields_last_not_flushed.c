/*
 * Three fields, each with a window in an array of structures; all are put to the right neighbour, flushed,
 * and read after the barrier.
 *
 * The loop of the flushes stops one field early (MPI 4.1, 12.5.4). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: fields_all_flushed.c
#include <mpi.h>
#include <stdio.h>

enum { FIELDS = 3 };

struct field {
    double out, *in;
    MPI_Win win;
};

int main(int argc, char **argv)
{
    int rank, size, right;
    struct field field[FIELDS];
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    for (int f = 0; f < FIELDS; f++) {
        field[f].out = rank + f;
        MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &field[f].in, &field[f].win);
        MPI_Win_lock_all(0, field[f].win);
    }

    for (int f = 0; f < FIELDS; f++)
        MPI_Put(&field[f].out, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, field[f].win); //@ A
    for (int f = 0; f < FIELDS - 1; f++)
        MPI_Win_flush(right, field[f].win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int f = 0; f < FIELDS; f++)
        sum += *field[f].in; //@ B
    printf("%g\n", sum);

    for (int f = 0; f < FIELDS; f++) {
        MPI_Win_unlock_all(field[f].win);
        MPI_Win_free(&field[f].win);
    }
    MPI_Finalize();
    return 0;
}
