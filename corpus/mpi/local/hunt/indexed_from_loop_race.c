// An indexed type whose displacements a loop computes: an even element is written. The blocks lie at elements
// 0, 2, 4, 6 (MPI 4.1, 5.1.2).
//
//@ expect: error RMA101 A B
//@ twin: indexed_from_loop_ok.c
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

    int buf[N] = {0}, lens[4], at[4];
    MPI_Datatype even;
    for (int i = 0; i < 4; i++) {
        lens[i] = 1;
        at[i] = 2 * i;
    }
    MPI_Type_indexed(4, lens, at, MPI_INT, &even);
    MPI_Type_commit(&even);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(buf, 1, even, right, 0, 4, MPI_INT, win); //@ A
    buf[4] = 1; //@ B
    MPI_Win_unlock(right, win);
    MPI_Type_free(&even);
    printf("%d\n", buf[4] + buf[5]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
