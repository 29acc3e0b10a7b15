// A flag is set by a condition with `||`; the store is on ranks where it is set. The put reads its origin
// until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: error RMA101 A B
//@ twin: or_condition_flag_ok.c
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

    int v = rank, sender = 0;
    if (rank == 0 || rank == 2)
        sender = 1;
    if (sender) {
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Put(&v, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    }
    if (rank == 2)
        v = -1; //@ B
    if (sender)
        MPI_Win_unlock(right, win);
    printf("%d\n", v);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
