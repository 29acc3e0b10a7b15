/*
 * Rank 0 allocates window memory, all others none, each in its branch; rank 1 puts into rank 0 under a lock while rank 0
 * changes its cell.
 *
 * The two calls are one collective (MPI 4.1, 12.2.2). Rank 0 stores between the barriers, as rank 1 puts; the lock of rank 1
 * does not exclude a store that rank 0 makes without one (12.7.3). From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: allocate_at_two_sites_barrier.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *mem, value = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
        mem[2] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        mem[2] = 7; //@ B
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Win_allocate(0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); //@ A
            MPI_Win_unlock(0, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
