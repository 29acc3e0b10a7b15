/*
 * The even elements are sent one by one; then other elements are written with a stride.
 *
 * The second loop writes the odd elements, none of which was sent (MPI 4.1, 12.3 restricts only the
 * buffers of the calls).
 */
//@ expect: none
//@ twin: stride_two_three.c
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
    MPI_Put(&a[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
  for (i = 3; i < N; i += 2)
    a[i] = rank - i;
  MPI_Win_fence(0, win);

  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
