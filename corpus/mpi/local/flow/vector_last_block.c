/*
 * A vector type of three blocks of two integers, stride four.
 *
 * The footprint is elements 0, 1, 4, 5, 8, 9 (MPI 4.1, 5.1.2). Element 9 belongs to the last block,
 * which has no gap behind it but is a full block.
 */
//@ expect: error RMA101 A B
//@ twin: vector_behind_last.c
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
	MPI_Put(a, 1, t, (me + 1) % np, 0, 6, MPI_INT, win); //@ A
	a[3] = 1;
	a[9] = 1; //@ B
	MPI_Win_unlock((me + 1) % np, win);

	MPI_Type_free(&t);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
