// The origin is MPI_BOTTOM with a type of absolute addresses; a variable that it leaves out is written.
// MPI_BOTTOM with displacements from MPI_Get_address names the variables themselves (MPI 4.1, 5.1.12).
//
//@ expect: none
//@ twin: bottom_absolute_type_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

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

    int a = 1, b = 2, c = 3, lens[2] = {1, 1};
    MPI_Aint at[2];
    MPI_Datatype both;
    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(&c, &at[1]);
    MPI_Type_create_hindexed(2, lens, at, MPI_INT, &both);
    MPI_Type_commit(&both);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(MPI_BOTTOM, 1, both, right, 0, 2, MPI_INT, win);
    b = 4;
    MPI_Win_unlock(right, win);
    MPI_Type_free(&both);
    printf("%d %d %d\n", a, b, c);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
