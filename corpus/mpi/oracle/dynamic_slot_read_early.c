/*
 * Everybody puts into a slot of its own in memory of rank 0 that is attached to a dynamic window; rank 0 reads the second.
 *
 * The put of rank 1 goes to the second slot; rank 0 reads it before the barrier
 * that orders it behind that put (MPI 4.1, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: dynamic_slot_read_late.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, x = 1, mem[8] = {0};
    MPI_Aint own, bases[8];
    int size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 8)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, mem, sizeof mem);
    MPI_Get_address(mem, &own);
    MPI_Allgather(&own, 1, MPI_AINT, bases, 1, MPI_AINT, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, 0, bases[0] + rank * (MPI_Aint)sizeof(int), 1, MPI_INT, win); //@ A
    MPI_Win_flush_all(win);
    if (rank == 0)
        printf("%d\n", mem[1]); //@ B
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Win_detach(win, mem);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
