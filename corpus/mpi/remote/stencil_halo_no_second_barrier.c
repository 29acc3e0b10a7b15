/*
 * A one-dimensional stencil with halo cells; the edges of the row have MPI_PROC_NULL as neighbour.
 *
 * Only one barrier a step: the neighbours' puts of the next step meet the loads of the halo cells (MPI 4.1,
 * 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 L C
//@ expect: error RMA201 R C
//@ twin: stencil_halo_two_barriers.c
#include <mpi.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int edge[2], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((N + 2) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < N + 2; i++)
        mem[i] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (int s = 0; s < 6; s++) {
        edge[0] = mem[1];
        edge[1] = mem[N];
        MPI_Put(&edge[0], 1, MPI_INT, left, N + 1, 1, MPI_INT, win); //@ L
        MPI_Put(&edge[1], 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ R
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        int sum = mem[0] + mem[N + 1]; //@ C
        mem[1] += sum;
        mem[N] -= sum;
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
