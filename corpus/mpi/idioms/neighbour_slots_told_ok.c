/*
 * The neighbours on a ring, a graph with two edges at each process, tell each other where their slots are, by MPI_Neighbor_alltoall. In each
 * step they put there, flush, and call this collective again before they load what has arrived.
 *
 * Another such collective stands behind the loads. The slots are different, also with two processes, where both neighbours are one: of two
 * edges between the same processes, the first at the one belongs to the first at the other (MPI 4.1, 8.6.2).
 */
//@ expect: none
//@ twin: neighbour_slots_told_race.c
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
            MPI_Put(cells, K, MPI_DOUBLE, beside[k], where[k], K, MPI_DOUBLE, win);
        MPI_Win_flush_all(win);
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
        for (int i = 0; i < 2 * K; i++)
            sum += ghost[i];
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    }
    MPI_Win_unlock_all(win);
    printf("%g\n", sum);

    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
