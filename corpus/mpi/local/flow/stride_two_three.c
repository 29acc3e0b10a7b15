/*
 * The even elements are sent one by one; then other elements are written with a stride.
 *
 * The second loop writes every third element from 3 on; 6 and 12 are even and hence origin buffers of
 * pending puts (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: stride_two_odd.c
#include <mpi.h>

#define N 16

int main(int argc, char **argv)
{
  int a[N] = {0}, rank, size, *mem, i;
  MPI_Win win;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

  MPI_Win_fence(0, win);
  for (i = 0; i < N; i += 2)
    MPI_Put(&a[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win); //@ A
  for (i = 3; i < N; i += 3)
    a[i] = rank - i; //@ B
  MPI_Win_fence(0, win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
