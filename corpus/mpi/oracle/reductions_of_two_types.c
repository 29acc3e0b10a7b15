/*
 * Two processes update one element at a third at the same time, with different types and different reductions.
 *
 * Of different types the two are not atomic to each other (MPI 4.1, 12.7): a data race, and nothing else. Happens with 3 or more processes.
 */
//@ expect: error RMA301 A B
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, *mem;
    float most = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1)
        MPI_Accumulate(&most, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_MAX, win); //@ A
    if (rank == 2)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); //@ B
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
