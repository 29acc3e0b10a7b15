/*
 * Element i is sent and flushed at the end of the iteration; an element is cleared in between.
 *
 * buf[i - 1] was sent in the previous iteration, whose closing flush completed it (MPI 4.1, 12.5.4);
 * only buf[i] is pending when buf[i - 1] is cleared.
 */
//@ expect: none
//@ twin: loop_store_current_flushed.c
#include <mpi.h>

enum { COUNT = 24 };

int main(int argc, char **argv)
{
  long buf[COUNT], *mem;
  int i, rank, size, peer;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  peer = (rank + 1) % size;
  MPI_Win_allocate(sizeof buf, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  for (i = 0; i < COUNT; ++i)
    buf[i] = i + rank;

  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
  for (i = 1; i < COUNT; ++i) {
    MPI_Put(buf + i, 1, MPI_LONG, peer, i, 1, MPI_LONG, win);
    buf[i - 1] = 0;
    MPI_Win_flush(peer, win);
  }
  MPI_Win_unlock(peer, win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
