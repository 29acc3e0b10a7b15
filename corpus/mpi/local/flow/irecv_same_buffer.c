/*
 * A nonblocking receive is posted while a put is pending.
 *
 * The receive buffer of MPI_Irecv is the origin buffer of the pending put: two pending operations
 * overlap and one writes (MPI 4.1, 12.3 and 3.7.2).
 */
//@ expect: error RMA104 A B
//@ twin: irecv_other_buffer.c
#include <mpi.h>

int main(int argc, char **argv)
{
  float halo[4] = {0, 0, 0, 0}, ghost[4] = {0, 0, 0, 0}, edge[4] = {1, 2, 3, 4}, *mem;
  int rank, size;
  MPI_Request rq;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

  ghost[0] = halo[1] = rank;
  MPI_Win_lock_all(0, win);
  MPI_Put(halo, 4, MPI_FLOAT, (rank + 1) % size, 0, 4, MPI_FLOAT, win); //@ A
  MPI_Irecv(halo, 4, MPI_FLOAT, (rank + 1) % size, 0, MPI_COMM_WORLD, &rq); //@ B
  MPI_Send(edge, 4, MPI_FLOAT, (rank + size - 1) % size, 0, MPI_COMM_WORLD);
  MPI_Win_flush_all(win);
  MPI_Wait(&rq, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
