// Put and store in a branch for values outside of a range. The put reads its origin until the unlock (MPI
// 4.1, 12.5.3). At -O2 the test becomes one unsigned comparison.
//
//@ expect: error RMA101 A B
//@ twin: out_of_range_branch_ok.c
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

    int v = rank;
    MPI_Win_lock_all(0, win);
    if (argc < 3 || argc >= 11)
        MPI_Put(&v, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    if (argc < 3 || argc >= 11)
        v = 2; //@ B
    MPI_Win_unlock_all(win);
    printf("%d\n", v);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
