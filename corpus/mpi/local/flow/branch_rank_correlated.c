/*
 * Only one rank communicates; put and flush stand in two separate conditionals.
 *
 * Both conditionals test rank == 0 and rank does not change between them, so each process that issued
 * the put has flushed it (MPI 4.1, 12.5.4) before the store; the other ranks have nothing pending.
 */
//@ expect: none
//@ twin: branch_rank_uncorrelated.c
#include <stdio.h>
#include <mpi.h>

int main(int argc, char *argv[]) {
  int rank, size;
  double x, *mem;
  MPI_Win w;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    fprintf(stderr, "needs two processes\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &w);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);

  x = 0.5;
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  }
  printf("%d: next phase\n", rank);
  if (rank == 0) {
    MPI_Win_flush(1, w);
  }
  x = 1.5;

  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
