/*
 * A loop with two entries: behind it the first cell is stored to where the put of it is complete, another cell where it is pending.
 *
 * Two jumps lead into one loop, at its first and at its second line. Where it is entered at the first line, the put is
 * locally complete (MPI 4.1, 12.5.4) and `at` is 0; where it is entered at the second one, the put is pending and `at` is 4, a cell that
 * the put does not read. What holds at one entry must not be mixed with what holds at the other.
 */
//@ expect: none
//@ twin: goto_into_loop_same_cell.c
#include <mpi.h>

static int parts[8], again, seen[2];

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int at = 0;
    MPI_Win_lock_all(0, win);
    MPI_Put(parts, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    if (argc <= 5) {
        MPI_Win_flush_local_all(win);
        goto top;
    }
    at = 4;
    goto middle;
top:
    seen[0]++;
middle:
    seen[1]++;
    if (again)
        goto top;
    parts[at] = 3;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
