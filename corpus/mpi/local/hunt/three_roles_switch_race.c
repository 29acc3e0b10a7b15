// Three roles in a switch: the worker overwrites what it has put, before the unlock. A put reads its origin
// buffer until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: error RMA101 A B
//@ twin: three_roles_switch_ok.c
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
    double mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    double value = rank, other = 0;
    switch (rank) {
    case 0:
        value = 7;
        break;
    case 1:
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win); //@ A
        break;
    case 2:
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&other, 1, MPI_DOUBLE, 0, 2, 1, MPI_DOUBLE, win);
        break;
    }
    if (rank == 1)
        value = 2.5; //@ B
    if (rank == 1 || rank == 2)
        MPI_Win_unlock(0, win);
    printf("%f %f\n", value, other);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
