/*
 * The completion stands in the else arm of an argument check.
 *
 * The wrong-usage arm only prints and goes on, so its path reaches the store with the put pending (MPI
 * 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: abort_path_ends.c
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
	unsigned long stamp = 1, *mem;
	int rank, size;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(sizeof(*mem), sizeof(*mem), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

	int dst = size - 1 - rank;
	MPI_Win_lock(MPI_LOCK_SHARED, dst, 0, win);
	MPI_Put(&stamp, 1, MPI_UNSIGNED_LONG, dst, 0, 1, MPI_UNSIGNED_LONG, win); //@ A
	if (argc > 2) {
		fprintf(stderr, "usage: %s [n]\n", argv[0]);
	} else {
		MPI_Win_flush(dst, win);
	}
	stamp = 2; //@ B
	MPI_Win_unlock(dst, win);

	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
