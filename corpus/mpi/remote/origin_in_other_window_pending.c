/*
 * The origin buffer of a put is memory of another window, which another process puts to behind a barrier.
 *
 * The put may still read its origin buffer (MPI 4.1, 12.3.4): a barrier completes nothing.
 */
//@ expect: error RMA201 A B
//@ twin: origin_in_other_window_flushed.c
#include <mpi.h>
#include <stdio.h>

static int inbox[8], outbox[8];


int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win in, out;
    MPI_Win_create(inbox, sizeof inbox, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in);
    MPI_Win_create(outbox, sizeof outbox, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &out);
    int value = rank;
    MPI_Win_lock_all(0, in);
    MPI_Win_lock_all(0, out);
    if (rank == 0 && size > 1)
        MPI_Put(outbox, 1, MPI_INT, 1, 0, 1, MPI_INT, in); //@ A
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, out); //@ B
    MPI_Win_unlock_all(out);
    MPI_Win_unlock_all(in);
    MPI_Win_free(&out);
    MPI_Win_free(&in);
    MPI_Finalize();
    return 0;
}
