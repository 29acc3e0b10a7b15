// As the twin, but without the barrier between the loop of rank 0 and the additions (MPI 4.1, 12.7).
//
//@ expect: error RMA301 ADD STORE
//@ twin: shared_whole_set_by_first_ok.c
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 16 };

int main(int argc, char **argv)
{
    int rank, size, unit;
    long *own, *whole;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Comm node;
    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    MPI_Win_allocate_shared(CELLS * sizeof(long), sizeof(long), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &whole);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int i = 0; i < size * CELLS; i++)
            whole[i] = 0; //@ STORE
    MPI_Win_sync(win);
    MPI_Win_sync(win);
    long one = 1;
    MPI_Accumulate(&one, 1, MPI_LONG, (rank + 1) % size, rank % CELLS, 1, MPI_LONG, MPI_SUM, win); //@ ADD
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Barrier(node);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
