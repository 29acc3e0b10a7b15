// A struct remembers that an operation is pending; its flag is tested the wrong way round before the flush.
// The put reads its origin until the flush (MPI 4.1, 12.5.4).
//
//@ expect: error RMA101 A B
//@ twin: flag_in_struct_pending_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

struct box {
    int pending;
    int value;
};

static void box_send(struct box *b, int v, int to, MPI_Win w)
{
    if (!b->pending)
        MPI_Win_flush_local(to, w);
    b->value = v; //@ B
    MPI_Put(&b->value, 1, MPI_INT, to, v, 1, MPI_INT, w); //@ A
    b->pending = 1;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    struct box b = {0};
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; i++)
        box_send(&b, i, right, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
