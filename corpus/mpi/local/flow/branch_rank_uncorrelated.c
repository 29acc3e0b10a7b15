/*
 * Only one rank communicates; put and flush stand in two separate conditionals.
 *
 * Rank 0 issues the put, but the flush is executed by rank 1, where it completes nothing of rank 0
 * (MPI 4.1, 12.5.4: a flush completes operations initiated by the calling process). Rank 0 stores into
 * the pending origin buffer (12.3).
 */
//@ expect: error RMA101 A B
//@ twin: branch_rank_correlated.c
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
    MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w); //@ A
  }
  printf("%d: next phase\n", rank);
  if (rank == 1) {
    MPI_Win_flush(1, w);
  }
  x = 1.5; //@ B

  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
