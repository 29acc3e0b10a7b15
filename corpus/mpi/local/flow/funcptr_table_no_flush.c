/*
 * Operation and completion are reached through a table of function pointers chosen by a parameter.
 *
 * Entry 1 of the completion table is MPI_Win_sync, which completes no operation (MPI 4.1, 12.5.4).
 * With argv[1] = 1 the store meets a pending put (12.3).
 */
//@ expect: error RMA101 A B
//@ twin: funcptr_table_flush.c
#include <mpi.h>
#include <stdlib.h>

typedef void (*complete_fn)(MPI_Win);

static void full(MPI_Win w) { MPI_Win_flush_all(w); }
static void light(MPI_Win w) { MPI_Win_sync(w); }

static complete_fn const table[2] = {full, light};

int main(int argc, char **argv)
{
    int rank, size, how, cargo = 4, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    how = argc > 1 ? atoi(argv[1]) & 1 : 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put(&cargo, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    table[how](win);
    cargo = 5; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
