/*
 * A struct type that describes two members of a C structure and leaves one out.
 *
 * The type covers id and mass (MPI 4.1, 5.1.2: struct); mass is changed while the put is pending.
 */
//@ expect: error RMA101 A B
//@ twin: struct_type_skipped.c
#include <mpi.h>
#include <stddef.h>

typedef struct {
    int id;
    int local_flags;
    double mass;
} body;

int main(int argc, char **argv)
{
    body b = {1, 0, 2.5};
    char *mem;
    int rank, size, len[2] = {1, 1};
    MPI_Aint off[2] = {offsetof(body, id), offsetof(body, mass)};
    MPI_Datatype kinds[2] = {MPI_INT, MPI_DOUBLE}, bt;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_struct(2, len, off, kinds, &bt);
    MPI_Type_commit(&bt);
    MPI_Win_allocate(sizeof(body), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&b, 1, bt, (rank + 1) % size, 0, 1, bt, win); //@ A
    b.mass = 3.5; //@ B
    MPI_Win_fence(0, win);

    MPI_Type_free(&bt);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
