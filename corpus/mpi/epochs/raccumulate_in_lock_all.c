/*
 * All processes add three numbers to rank 0 with MPI_Raccumulate.
 *
 * The epoch is one of lock_all (MPI 4.1, 12.3.5); a barrier follows the unlock before the sum is read
 * (12.5.3, 6.3).
 */
//@ expect: none
//@ twin: raccumulate_between_fences.c
#include <mpi.h>
#include <stdio.h>

enum { N = 3 };

int main(int argc, char **argv)
{
    int rank, size;
    long add[N] = {1, 10, 100}, *sum;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
    for (int i = 0; i < N; i++)
        sum[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(add, N, MPI_LONG, 0, 0, N, MPI_LONG, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", sum[0] + sum[1] + sum[2]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
