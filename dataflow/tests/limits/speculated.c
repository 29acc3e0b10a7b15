// Loads that the optimiser moves before the branches that want them.
//@ expect: error RMA103 A B
#include <mpi.h>
#include <stdlib.h>
static int table[64];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]), m = atoi(argv[2]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *base;
  MPI_Win win;
  MPI_Win_allocate(1 << 10, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  MPI_Get(table, 8, MPI_INT, (rank + 1) % size, 0, 8, MPI_INT, win); //@ A
  int a = n > 3 ? table[1] * 3 + 1 : m;
  int b = (n > 5 && (m ^ n) * 3 + rank > 7) ? a + table[2] : a * 5;
  int c = table[3]; //@ B
  MPI_Win_flush_all(win);
  base[0] = a + b + (n > 9 ? c : c + a) + c * m;
  base[1] = c ^ b;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
