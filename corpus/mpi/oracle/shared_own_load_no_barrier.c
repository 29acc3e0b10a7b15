/*
 * A shared-memory window without any one-sided operation: rank 0 loads a cell of its segment, rank 1 stores into it directly.
 *
 * Direct loads and stores of two processes to one cell of a shared-memory window are ordinary accesses of a shared memory: nothing
 * orders the two here (MPI 4.1, 12.2.3: the consistency of the accesses is the program's matter; thesis, chapter 3). Happens with 2 or
 * more processes.
 */
//@ expect: error RMA201 A B
//@ twin: shared_own_load_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, unit, *mem, *first;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);

    MPI_Win_lock_all(0, win);
    if (rank == 1)
        first[2] = 17; //@ A
    MPI_Win_sync(win);
    if (rank == 0)
        printf("%d\n", mem[2]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
