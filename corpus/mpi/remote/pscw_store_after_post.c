/*
 * The target sets its cell to a first value around the post; the origin puts into it.
 *
 * The store stands behind the post, in the exposure epoch in which the put arrives (MPI 4.1, 12.5.2; 12.7).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: pscw_store_before_post.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, other;
    int x = 4, peer, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    peer = 1 - rank;
    if (rank == 0) {
        MPI_Group_incl(all, 1, &peer, &other);
        MPI_Win_start(other, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_complete(win);
        MPI_Group_free(&other);
    } else if (rank == 1) {
        MPI_Group_incl(all, 1, &peer, &other);
        MPI_Win_post(other, 0, win);
        mem[0] = -1; //@ B
        MPI_Win_wait(win);
        printf("%d\n", mem[0]);
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
