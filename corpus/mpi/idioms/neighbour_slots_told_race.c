/*
 * The neighbours on a ring, a graph with two edges at each process, tell each other where their slots are, by MPI_Neighbor_alltoall. In each
 * step they put there, flush, and call this collective again before they load what has arrived.
 *
 * Nothing orders the loads of a step before the puts of the next one (MPI 4.1, 12.7). Which bytes these are is a value that was received,
 * hence a warning. From 1 process on.
 */
//@ expect: warning RMA201 A B
//@ twin: neighbour_slots_told_ok.c
#include <mpi.h>
#include <stdio.h>

#define K 16

int main(int argc, char **argv)
{
    int rank, size, beside[2], mine[2] = {0, K}, where[2], out[2] = {0}, in[2];
    double *ghost, cells[K] = {0}, sum = 0;
    MPI_Comm ring;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    beside[0] = (rank + 1) % size;
    beside[1] = (rank + size - 1) % size;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, beside, MPI_UNWEIGHTED, 2, beside, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
    MPI_Neighbor_alltoall(mine, 1, MPI_INT, where, 1, MPI_INT, ring);
    MPI_Win_allocate(2 * K * sizeof *ghost, sizeof *ghost, MPI_INFO_NULL, ring, &ghost, &win);
    for (int i = 0; i < 2 * K; i++)
        ghost[i] = 0;
    MPI_Barrier(ring);

    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 20; step++) {
        for (int k = 0; k < 2; k++)
            MPI_Put(cells, K, MPI_DOUBLE, beside[k], where[k], K, MPI_DOUBLE, win); //@ A
        MPI_Win_flush_all(win);
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
        for (int i = 0; i < 2 * K; i++)
            sum += ghost[i]; //@ B
    }
    MPI_Win_unlock_all(win);
    printf("%g\n", sum);

    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
