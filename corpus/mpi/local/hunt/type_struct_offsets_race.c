// A struct type with offsetof: a described member of the second element is written. Two elements of the
// resized type (MPI 4.1, 5.1.2 and 5.1.7).
//
//@ expect: error RMA101 A B
//@ twin: type_struct_offsets_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stddef.h>

#define N 8

struct cell {
    int id;
    double tmp;
    double pos[2];
};

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct cell mem[2] = {{0}};
    MPI_Win_create(mem, sizeof mem, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    struct cell c[2] = {{0}};
    int lens[2] = {1, 2};
    MPI_Aint disps[2] = {offsetof(struct cell, id), offsetof(struct cell, pos)};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, packed, elem;
    MPI_Type_create_struct(2, lens, disps, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct cell), &elem);
    MPI_Type_commit(&elem);
    MPI_Win_lock_all(0, win);
    MPI_Put(c, 2, elem, right, 0, 2, elem, win); //@ A
    c[1].pos[1] = 1; //@ B
    MPI_Win_flush_local(right, win);
    MPI_Win_unlock_all(win);
    MPI_Type_free(&packed);
    MPI_Type_free(&elem);
    printf("%f\n", c[1].pos[1] + c[1].tmp);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
