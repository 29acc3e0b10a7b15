/*
 * Local completion of single operations in MPI-3: a request against a local flush. A put and an Rput
 * leave from two buffers.
 *
 * MPI_Win_flush_local completes all operations of the caller to that target at the origin (MPI 4.1,
 * 12.5.4), the plain put as well as the Rput, whose request is completed by its wait anyway.
 */
//@ expect: none
//@ twin: wait_covers_one_request.c
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
  MPI_Put(&a, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Rput(&b, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &req);
  MPI_Win_flush_local(peer, win);
  a = 0;
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  b = 0;
  MPI_Win_unlock_all(win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
