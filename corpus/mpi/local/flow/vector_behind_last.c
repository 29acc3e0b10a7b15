/*
 * A vector type of three blocks of two integers, stride four.
 *
 * The footprint is elements 0, 1, 4, 5, 8, 9 (MPI 4.1, 5.1.2). Elements 3 and 10 are in a gap and
 * behind the last block.
 */
//@ expect: none
//@ twin: vector_last_block.c
#include <mpi.h>

int main(int argc, char **argv)
{
	int a[12] = {0}, *mem, me, np;
	MPI_Datatype t;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &np);
	MPI_Win_allocate(6 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
	MPI_Type_vector(3, 2, 4, MPI_INT, &t);
	MPI_Type_commit(&t);

	MPI_Win_lock(MPI_LOCK_SHARED, (me + 1) % np, 0, win);
	MPI_Put(a, 1, t, (me + 1) % np, 0, 6, MPI_INT, win);
	a[3] = 1;
	a[10] = 1;
	MPI_Win_unlock((me + 1) % np, win);

	MPI_Type_free(&t);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
