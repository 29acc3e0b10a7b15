/*
 * Rank 0 puts one cell of rank 1 and gets another under a shared lock, while rank 1 loads the first and
 * stores into the second under a lock on itself. After the case "lockopts" of the literature (put and get
 * against load and store).
 *
 * The owner's lock is exclusive, so its epoch and that of rank 0 do not overlap (MPI 4.1, 12.5.3); either
 * order is defined.
 */
//@ expect: none
//@ twin: owner_lock_shared.c
#include <mpi.h>
#include <stdio.h>

enum { IN, OUT, CELLS };

static void remote_side(MPI_Win win)
{
    int give = 7, take = 0;

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&give, 1, MPI_INT, 1, IN, 1, MPI_INT, win);
    MPI_Get(&take, 1, MPI_INT, 1, OUT, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    printf("taken: %d\n", take);
}

static void owner_side(int *mem, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    printf("found: %d\n", mem[IN]);
    mem[OUT] = 5;
    MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[IN] = mem[OUT] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0)
        remote_side(win);
    if (rank == 1)
        owner_side(mem, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
