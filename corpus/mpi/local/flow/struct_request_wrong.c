/*
 * Requests and buffers in an array of channel structures.
 *
 * The wait is for the request of channel 1, but the buffer of channel 0 is written; a wait completes
 * the operation of its own request only (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA101 A B
//@ twin: struct_request_right.c
#include <mpi.h>

struct channel {
    MPI_Request req;
    int data;
    int index;
};

static void channel_send(struct channel *ch, int peer, MPI_Win win)
{
    MPI_Rput(&ch->data, 1, MPI_INT, peer, ch->index, 1, MPI_INT, win, &ch->req); //@ A
}

static void channel_wait(struct channel *ch)
{
    MPI_Wait(&ch->req, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    struct channel ch[2];
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int c = 0; c < 2; c++) {
        ch[c].index = c;
        ch[c].data = rank + c;
    }

    MPI_Win_lock_all(0, win);
    channel_send(&ch[0], (rank + 1) % size, win);
    channel_send(&ch[1], (rank + 1) % size, win);
    channel_wait(&ch[1]);
    ch[0].data = 99; //@ B
    channel_wait(&ch[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
