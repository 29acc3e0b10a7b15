/*
 * An hindexed type with displacements in bytes, in an order that is not ascending.
 *
 * The blocks start at bytes 40 and 8 and have two doubles each (MPI 4.1, 5.1.2: hindexed): elements 5,
 * 6 and 1, 2. The store to element 3 is outside.
 */
//@ expect: none
//@ twin: hindexed_in_block.c
#include <mpi.h>

int main(int argc, char **argv)
{
  double v[8] = {0}, *mem;
  int bl[2] = {2, 2}, rank, size;
  MPI_Aint at[2] = {40, 8};
  MPI_Datatype t;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_create_hindexed(2, bl, at, MPI_DOUBLE, &t);
  MPI_Type_commit(&t);
  MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Put(v, 1, t, (rank + 1) % size, 0, 4, MPI_DOUBLE, win);
  v[3] = 0.5;
  MPI_Win_unlock((rank + 1) % size, win);

  MPI_Type_free(&t);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
