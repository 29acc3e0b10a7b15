/*
 * A loop with two entries: behind it the first cell is stored to, also where the put of it is pending.
 *
 * Two jumps lead into one loop, at its first and at its second line. Where it is entered at the first line, the put is
 * locally complete; where it is entered at the second one (more than five arguments), it is pending, and its buffer is stored to behind the
 * loop (MPI 4.1, 12.3.1).
 */
//@ expect: error RMA101 A B
//@ twin: goto_into_loop_other_cell.c
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
    MPI_Put(parts, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    if (argc <= 5) {
        MPI_Win_flush_local_all(win);
        goto top;
    }
    at = 0;
    goto middle;
top:
    seen[0]++;
middle:
    seen[1]++;
    if (again)
        goto top;
    parts[at] = 3; //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
