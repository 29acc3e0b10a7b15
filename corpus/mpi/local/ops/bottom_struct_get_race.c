// A get into a scalar and the tail of an array, by a type of absolute addresses; the last element is written.
// MPI_BOTTOM with displacements from MPI_Get_address names the variables themselves (MPI 4.1, 5.1.12), and the get
// writes them until the unlock (12.5.3).
//
//@ expect: error RMA103 A B
//@ twin: bottom_struct_get_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double mem[4] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int lens[2] = {1, 3};
    double a = 1, v[4] = {0};
    MPI_Aint at[2];
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_DOUBLE}, both;
    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(&v[1], &at[1]);
    MPI_Type_create_struct(2, lens, at, types, &both);
    MPI_Type_commit(&both);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(MPI_BOTTOM, 1, both, right, 0, 4, MPI_DOUBLE, win); //@ A
    v[3] = 4; //@ B
    MPI_Win_unlock(right, win);
    MPI_Type_free(&both);
    printf("%f %f %f\n", a, v[0], v[3]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
