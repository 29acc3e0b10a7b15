/*
 * A helper ends each exchange.
 *
 * The helper has MPI_Win_sync in the place of the flush: it completes no put (MPI 4.1, 12.5.4), and the
 * barrier does not either. Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: helper_flush_and_barrier.c
#include <mpi.h>
#include <stdio.h>

static void finish(MPI_Win win)
{
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void send_to(int to, const int *value, MPI_Win win)
{
    MPI_Put(value, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    send_to((rank + 1) % size, &x, win);
    finish(win);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
