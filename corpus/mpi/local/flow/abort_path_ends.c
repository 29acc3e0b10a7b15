/*
 * The completion stands in the else arm of an argument check.
 *
 * The wrong-usage arm ends in MPI_Abort (MPI 4.1, chapter 11), whose path does not reach the store; on
 * the only path that goes on, the put is flushed (12.5.4).
 */
//@ expect: none
//@ twin: abort_path_continues.c
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
	MPI_Put(&stamp, 1, MPI_UNSIGNED_LONG, dst, 0, 1, MPI_UNSIGNED_LONG, win);
	if (argc > 2) {
		fprintf(stderr, "usage: %s [n]\n", argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
	} else {
		MPI_Win_flush(dst, win);
	}
	stamp = 2;
	MPI_Win_unlock(dst, win);

	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
