// Rank 0 puts one field of a struct under a lock and writes a field before the unlock.
// It writes another field: the put reads only the bytes of c.value, so nothing overlaps (MPI 4.1, 12.3 speaks of the
// communication buffer, which is origin_count elements of the origin datatype).
//
//@ expect: none
//@ twin: put_unlock_field_race.c
#include <mpi.h>
#include <stdio.h>

struct counter {
    int id;
    int value;
    int hits;
};

static void send_value(struct counter *p, MPI_Win win)
{
    MPI_Put(&p->value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
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
        c.hits = 7;
        MPI_Win_unlock(1, win);
        printf("%d %d %d\n", c.id, c.value, c.hits);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
