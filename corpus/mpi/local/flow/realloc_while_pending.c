/*
 * A growing send buffer.
 *
 * realloc() may move the block and ends the lifetime of the old one (C17, 7.22.3.5) while the get
 * still writes into it (MPI 4.1, 12.3).
 */
//@ expect: error RMA402 A B
//@ twin: realloc_when_complete.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, size, home[4];
	MPI_Request rq;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < 4; i++)
		home[i] = rank;
	MPI_Win_create(home, sizeof home, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

	int *v = calloc(4, sizeof(int));
	MPI_Win_lock_all(0, win);
	MPI_Rget(v, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, win, &rq); //@ A
	int *bigger = realloc(v, 400 * sizeof(int)); //@ B
	if (!bigger)
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_Wait(&rq, MPI_STATUS_IGNORE);
	MPI_Win_unlock_all(win);

	printf("%d\n", bigger[3]);
	free(bigger);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
