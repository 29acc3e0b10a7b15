/*
 * A global staging buffer that is used by functions which do not mention each other.
 *
 * tick() changes the global while the accumulate issued by push() may still read it (MPI 4.1, 12.3
 * covers accumulate origin buffers, too).
 */
//@ expect: error RMA101 A B
//@ twin: global_buffer_hidden_flush.c
#include <mpi.h>

static long staging;
static MPI_Win counters;

static void tick(void)
{
	staging = staging + 10; //@ B
}

static void push(int root)
{
	MPI_Accumulate(&staging, 1, MPI_LONG, root, 0, 1, MPI_LONG, MPI_SUM, counters); //@ A
}

int main(int argc, char **argv)
{
	long *mem;

	MPI_Init(&argc, &argv);
	MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &counters);
	*mem = 0;
	MPI_Barrier(MPI_COMM_WORLD);

	MPI_Win_lock_all(0, counters);
	staging = 1;
	push(0);
	tick();
	push(0);
	MPI_Win_flush_local(0, counters);
	MPI_Win_unlock_all(counters);

	MPI_Win_free(&counters);
	MPI_Finalize();
	return 0;
}
