/*
 * Even and odd ranks are two groups with an intercommunicator. Rank 0 puts into rank 3, completes the put and broadcasts to the odd ranks.
 *
 * Rank 3 has the data of the broadcast only after rank 0 has called it (MPI 4.1, 6.2.3 and 6.4).
 */
//@ expect: none
//@ twin: intercomm_bcast_same_side.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, side, token = 0, value = 5;
    MPI_Comm half, bridge;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 5, &bridge);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(3, win);
    }
    if (side == 1)
        MPI_Bcast(&token, 1, MPI_INT, 0, bridge);
    else
        MPI_Bcast(&token, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, bridge);
    if (rank == 3)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
