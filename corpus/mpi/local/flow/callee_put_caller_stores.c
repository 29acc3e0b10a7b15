/*
 * The put is made by a helper that gets buffer, target and window as parameters; the caller owns the
 * buffer.
 *
 * The helper returns with the put pending (a put is nonblocking, MPI 4.1, 12.3); the caller stores
 * into the buffer before its flush.
 */
//@ expect: error RMA101 A B
//@ twin: callee_put_caller_flushes.c
#include <mpi.h>

static void send_to(const int *what, int whom, MPI_Win where)
{
    MPI_Put(what, 1, MPI_INT, whom, 0, 1, MPI_INT, where); //@ A
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
    money = 0; //@ B
    MPI_Win_flush(peer, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
