// An address kept as an integer leads back to the sent element. The put reads one element until the unlock
// (MPI 4.1, 12.5.3).
//
//@ expect: error RMA101 A B
//@ twin: int_cast_address_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdint.h>

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

    int buf[N] = {0};
    uintptr_t base = (uintptr_t)buf;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&buf[2], 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    *(int *)(base + 2 * sizeof(int)) = 4; //@ B
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[2] + buf[3]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
