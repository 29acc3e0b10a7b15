/* A table with room for 24 windows, two of them used; before the barrier they are flushed from the second one on.
 *
 * The put into the first window is not complete at its target when the owner reads the word (MPI 4.1, 12.5.4 and 12.7).
 */
//@ expect: error RMA201 PUT READ
//@ twin: windows_flushed_all.c
#include <mpi.h>
#include <stdio.h>

static struct {
    MPI_Win win;
    double *memory;
} table[24];
static int used;

static void add(MPI_Aint bytes)
{
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &table[used].memory, &table[used].win);
    MPI_Win_lock_all(0, table[used].win);
    used++;
}

static void flush(int from)
{
    for (int i = from; i < used; i++)
        MPI_Win_flush_all(table[i].win);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    add(64 * sizeof(double));
    add(16 * sizeof(double));
    double value = rank;
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 5, 1, MPI_DOUBLE, table[0].win); //@ PUT
    flush(1);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", table[0].memory[5]); //@ READ
    for (int i = 0; i < used; i++) {
        MPI_Win_unlock_all(table[i].win);
        MPI_Win_free(&table[i].win);
    }
    MPI_Finalize();
    return 0;
}
