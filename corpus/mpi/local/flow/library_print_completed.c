/*
 * The fetched text is given to a library call.
 *
 * The epoch is closed first; MPI_Win_unlock completes the get at the origin (MPI 4.1, 12.5.3), and
 * printf reads afterwards.
 */
//@ expect: none
//@ twin: library_print_of_result.c
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
  char name[MPI_MAX_PROCESSOR_NAME], peer_name[MPI_MAX_PROCESSOR_NAME] = "?";
  int rank, size, len;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get_processor_name(name, &len);
  MPI_Win_create(name, sizeof name, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  int peer = (rank + 1) % size;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Get(peer_name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, peer, 0, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, win);
  MPI_Win_unlock(peer, win);
  printf("%d -> %s\n", rank, peer_name);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
