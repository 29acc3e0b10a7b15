/*
 * What all processes have agreed on at run time decides whether a last step is made: rank 0 puts to rank 1, which reads at the same time.
 *
 * Nothing orders the put and the load (MPI 4.1, 12.7). Whether the two happen depends on a floating-point number that was reduced.
 */
//@ expect: warning RMA201 A B
//@ twin: residual_branch_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 2, *mem;
    double own = rand() / 7.0, error;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Allreduce(&own, &error, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (error > 1e-6) {
        if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
            MPI_Win_flush(1, win);
        }
        if (rank == 1)
            printf("%d\n", *mem); //@ B
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
