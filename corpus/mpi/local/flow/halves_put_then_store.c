/*
 * A function halves a range until one element is left, which it puts; then the caller stores to the second element.
 *
 * The put of the second element may still read it (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: halves_put_flushed_then_store.c
#include <mpi.h>

static MPI_Win win;

static void put_all(int *part, int low, int high)
{
    if (high - low == 1) {
        MPI_Put(&part[low], 1, MPI_INT, 0, low, 1, MPI_INT, win); //@ A
        return;
    }
    int middle = (low + high) / 2;
    put_all(part, low, middle);
    put_all(part, middle, high);
}

int main(int argc, char **argv)
{
    int rank, *mem, part[16] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        put_all(part, 0, 16);
        part[1] = 2; //@ B
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
