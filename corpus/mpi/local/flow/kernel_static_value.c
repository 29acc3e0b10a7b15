/*
 * A put in a callee whose buffer goes out of scope; the caller's unlock completes it.
 *
 * The variable is static, so it lives for the whole run (C17, 6.2.4) and is not written again before
 * the unlock completes the put (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: kernel_stack_value.c
#include <mpi.h>

void kernel(int target, int a, int b, MPI_Win win);

void kernel(int target, int a, int b, MPI_Win win)
{
    static int val;

    val = a * b + 1;
    MPI_Put(&val, 1, MPI_INT, target, 0, 1, MPI_INT, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int target = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    kernel(target, rank, size, win);
    MPI_Win_unlock(target, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
