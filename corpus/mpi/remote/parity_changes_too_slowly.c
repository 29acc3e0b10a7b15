/*
 * One barrier a step and two cells that take turns.
 *
 * The cell changes only every second step: steps 0 and 1 use the same one, and the put of step 1 meets the
 * load of step 0 (MPI 4.1, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: parity_double_buffer.c
#include <mpi.h>
#include <stdio.h>

#define STEPS 10

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, sum = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    for (int s = 0; s < STEPS; s++) {
        int slot = (s / 2) % 2;
        x = s + rank;
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, slot, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += mem[slot]; //@ B
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
