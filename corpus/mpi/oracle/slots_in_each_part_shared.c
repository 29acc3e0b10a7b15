/*
 * The even ranks and the odd ones, each with a dynamic window of their own: everybody puts a word into its right neighbour, and
 * then a word into a slot of the first of its part, one for two processes. The parts that are too large for the table of addresses
 * give up.
 *
 * Processes 0 and 1 of a part put into the same slot, and nothing orders the two puts (MPI 4.1, 12.7). Happens with three or more
 * processes.
 */
//@ expect: error RMA203 A A
//@ twin: slots_in_each_part.c
#include <mpi.h>

static int rank, size, x, mem[16];
static MPI_Aint own, bases[7];

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    if (size > 7)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create_dynamic(MPI_INFO_NULL, part, &win);
    MPI_Win_attach(win, mem, sizeof mem);
    MPI_Get_address(mem, &own);
    MPI_Allgather(&own, 1, MPI_AINT, bases, 1, MPI_AINT, part);

    int right = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, right, bases[right] + 10 * sizeof(int), 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Put(&x, 1, MPI_INT, 0, bases[0] + rank / 2 * sizeof(int), 1, MPI_INT, win); //@ A
    MPI_Win_unlock_all(win);

    MPI_Barrier(part);
    MPI_Win_detach(win, mem);
    MPI_Win_free(&win);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
