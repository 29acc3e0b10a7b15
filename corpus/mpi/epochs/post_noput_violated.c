/*
 * The last rank exposes a table with the promise MPI_MODE_NOPUT; rank 0 accesses it.
 *
 * Rank 0 puts (MPI 4.1, 12.5.5). Happens with 2 or more processes.
 */
//@ expect: error RMA505 A B
//@ twin: post_noput_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, last, peer, x = 5, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    last = size - 1;
    peer = rank == 0 ? last : 0;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == last) {
        mem[0] = 77;
        MPI_Win_post(other, MPI_MODE_NOPUT, win); //@ B
        MPI_Win_wait(win);
    } else if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&x, 1, MPI_INT, last, 0, 1, MPI_INT, win); //@ A
        MPI_Win_complete(win);
    }
    printf("%d\n", x);
    MPI_Group_free(&other);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
