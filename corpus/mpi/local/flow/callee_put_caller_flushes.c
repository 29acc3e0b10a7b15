/*
 * The put is made by a helper that gets buffer, target and window as parameters; the caller owns the
 * buffer.
 *
 * The caller's flush completes the put that the helper issued (MPI 4.1, 12.5.4 speaks of all
 * operations of the calling process), and the store follows it.
 */
//@ expect: none
//@ twin: callee_put_caller_stores.c
#include <mpi.h>

static void send_to(const int *what, int whom, MPI_Win where)
{
    MPI_Put(what, 1, MPI_INT, whom, 0, 1, MPI_INT, where);
}

int main(int argc, char **argv)
{
    int rank, size, *mem, money;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int peer = (rank + 1) % size;

    MPI_Win_lock_all(0, win);
    money = 100;
    send_to(&money, peer, win);
    MPI_Win_flush(peer, win);
    money = 0;
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
