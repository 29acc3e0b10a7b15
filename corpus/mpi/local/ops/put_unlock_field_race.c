// Rank 0 puts one field of a struct under a lock and writes a field before the unlock.
// It writes the very field that the pending put reads (MPI 4.1, 12.3: not to be updated before completion).
//
//@ expect: error RMA101 A B
//@ twin: put_unlock_field_ok.c
#include <mpi.h>
#include <stdio.h>

struct counter {
    int id;
    int value;
    int hits;
};

static void send_value(struct counter *p, MPI_Win win)
{
    MPI_Put(&p->value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
}

int main(int argc, char **argv)
{
    int rank, slot = 0;
    struct counter c = {0, 5, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&slot, sizeof slot, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        send_value(&c, win);
        c.value = 7; //@ B
        MPI_Win_unlock(1, win);
        printf("%d %d %d\n", c.id, c.value, c.hits);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
