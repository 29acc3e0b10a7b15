// Rank 0 puts a struct's field to rank 1 under a lock and then bumps that field.
// The increment stands before MPI_Win_unlock, so it updates the origin buffer of a pending put (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_unlock_store_ok.c
#include <mpi.h>
#include <stdio.h>

struct counter {
    int id;
    int value;
};

int main(int argc, char **argv)
{
    int rank, slot = 0;
    struct counter c;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    c.id = rank;
    c.value = 10 + rank;
    MPI_Win_create(&slot, sizeof slot, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&c.value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        c.value++; //@ B
        MPI_Win_unlock(1, win);
        printf("%d: %d\n", c.id, c.value);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
