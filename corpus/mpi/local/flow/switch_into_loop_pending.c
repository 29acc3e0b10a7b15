/*
 * The buffer of a put is stored to behind a loop that a switch leads into, while the put is pending.
 *
 * A loop that a switch enters in its middle has two entries; the state that the switch asks for is 0 in every run, so that the
 * other entry is never taken. The program comes out of the loop and to the store in each run.
 * The put may still read its buffer there (MPI 4.1, 12.3.1).
 */
//@ expect: error RMA101 A B
//@ twin: switch_into_loop_flushed.c
#include <mpi.h>

static int parts[8];
static int state; /* nobody sets it: always 0 */

/* Sums up in steps of two (Duff's device): the switch leads into the loop. */
static int total(int n)
{
    int sum = 0, i = 0;

    switch (state) {
    case 0:
        do {
            sum += i++;
    case 1:
            sum += i++;
        } while (i < n);
        break;
    default:
        break;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(parts, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    parts[0] = total(4); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
