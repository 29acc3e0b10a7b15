/*
 * Rank 0 accesses rank 1 under post-start-complete-wait; a dry run (an argument is given) stops after the
 * start.
 *
 * The dry run leaves the access epoch open (MPI 4.1, 12.5.2), and rank 1 waits for ever. Happens with 2 or
 * more processes.
 */
//@ expect: error RMA502 A A
//@ twin: start_with_complete.c
#include <mpi.h>

static void send_side(int dry, int *x, MPI_Group target, MPI_Win win)
{
    MPI_Win_start(target, 0, win); //@ A
    if (dry) {
        return;
    }
    MPI_Put(x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
}

static void receive_side(MPI_Group origin, MPI_Win win)
{
    MPI_Win_post(origin, 0, win);
    MPI_Win_wait(win);
}

int main(int argc, char **argv)
{
    int rank, size, peer, x = 1, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    peer = 1 - rank;
    if (rank < 2) {
        MPI_Group_incl(all, 1, &peer, &other);
        if (rank == 0)
            send_side(argc > 1, &x, other, win);
        else
            receive_side(other, win);
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
