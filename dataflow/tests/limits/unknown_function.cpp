// A call through a pointer from elsewhere, exceptions on two paths, and a lane of a vector that data choose.
//@ expect: error RMA101 A B
#include <mpi.h>
#include <cstdlib>
typedef void (*Put)(double *, int, MPI_Win);
typedef int Lanes __attribute__((vector_size(16)));
extern Put chosen_elsewhere(Put, Put, Put);
static void put1(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 1, 1, MPI_DOUBLE, win); }
static void put2(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 2, 1, MPI_DOUBLE, win); }
static void put3(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 3, 1, MPI_DOUBLE, win); }
static void check(int n, int m) {
  if (n > 3) throw n;
  if (m > 5) throw m;
}
static void check_both(int n, int m) {
  check(n, m);
  check(m, n + 1);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]), m = atoi(argv[2]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base, a[8];
  MPI_Win win;
  MPI_Win_allocate(1 << 10, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(a, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
  try { check_both(n, m); a[1] = 1; } catch (int x) { a[2] = x; }
  a[0] = 1; //@ B
  MPI_Win_flush_all(win);
  chosen_elsewhere(put1, put2, put3)(a, rank ^ 1, win);
  Lanes lanes = {1, 2, 3, 4};
  lanes[n & 3] = m;
  MPI_Put(a, lanes[m & 3], MPI_DOUBLE, (rank + 1) % size, 4, lanes[m & 3], MPI_DOUBLE, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
