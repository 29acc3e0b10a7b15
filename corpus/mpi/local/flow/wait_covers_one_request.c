/*
 * Local completion of single operations in MPI-3: a request against a local flush. A put and an Rput
 * leave from two buffers.
 *
 * MPI_Wait completes the Rput only (MPI 4.1, 12.3.5); the plain put that was issued before it stays
 * pending, and its buffer is changed.
 */
//@ expect: error RMA101 A B
//@ twin: flush_local_covers_all.c
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, size, a, b, *mem;
  MPI_Win win;
  MPI_Request req;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

  int peer = (rank + 1) % size;
  MPI_Win_lock_all(0, win);
  a = rank;
  b = -rank;
  MPI_Put(&a, 1, MPI_INT, peer, 0, 1, MPI_INT, win); //@ A
  MPI_Rput(&b, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &req);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  a = 0; //@ B
  MPI_Win_flush_local(peer, win);
  b = 0;
  MPI_Win_unlock_all(win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
