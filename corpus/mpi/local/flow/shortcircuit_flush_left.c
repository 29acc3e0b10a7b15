/*
 * The completion is an operand of a short-circuit expression.
 *
 * The flush is the left operand of && and is always evaluated (C17, 6.5.13), so the get is complete
 * (MPI 4.1, 12.5.4) before the load.
 */
//@ expect: none
//@ twin: shortcircuit_flush_right.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int id, np, src, val = -1, shared;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &id);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  shared = 10 * id;
  MPI_Win_create(&shared, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  src = (id + 1) % np;
  MPI_Win_lock(MPI_LOCK_SHARED, src, 0, win);
  MPI_Get(&val, 1, MPI_INT, src, 0, 1, MPI_INT, win);
  if (MPI_Win_flush(src, win) == MPI_SUCCESS && argc > 1)
    puts("flushed");
  int copy = val;
  MPI_Win_unlock(src, win);

  printf("%d: %d\n", id, copy);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
