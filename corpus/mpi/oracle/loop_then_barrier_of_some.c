/*
 * A loop of barriers, a barrier of ranks 0 and 1 and one of the others, and then a put that a barrier orders.
 *
 * All leave the loop after the same number of barriers; who is through with the barrier of its own group has not
 * overtaken the others by one of all.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int x = 1, mem[1];
    MPI_Win win;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &pair);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int to = (rank + 1) % size;

    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(pair);
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_unlock(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
