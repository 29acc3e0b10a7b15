/*
 * Even ranks add to the odd rank above them under post-start-complete-wait.
 *
 * Both values are added before it (MPI 4.1, 12.5.2); the load is behind the wait.
 */
//@ expect: none
//@ twin: accumulate_after_complete.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, peer, value[2] = {1, 2}, *sum;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    peer = rank ^ 1;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
    sum[0] = sum[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (peer < size) {
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, 1, &peer, &other);
        if (rank % 2 == 0) {
            MPI_Win_start(other, 0, win);
            MPI_Accumulate(&value[0], 1, MPI_INT, peer, 0, 1, MPI_INT, MPI_SUM, win);
            MPI_Accumulate(&value[1], 1, MPI_INT, peer, 1, 1, MPI_INT, MPI_SUM, win);
            MPI_Win_complete(win);
        } else {
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
            printf("%d\n", sum[0]);
        }
        MPI_Group_free(&other);
        MPI_Group_free(&all);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
