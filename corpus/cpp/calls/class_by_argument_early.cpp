/*
 * An argument of the program chooses one of two classes, one with fences, one with locks; calls and the destructor are virtual.
 *
 * The class with locks stores to the buffer of its put before the flush (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: class_by_argument.cpp
#include <mpi.h>
struct Exchange { virtual ~Exchange() = default; virtual void run(int step) = 0; };
struct Fence : Exchange {
  MPI_Win win; double *base; double b = 0; int right;
  Fence(int r) : right(r) { MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); MPI_Win_fence(0, win); }
  void run(int s) override { b = s; MPI_Put(&b, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); MPI_Win_fence(0, win); }
  ~Fence() override { MPI_Win_fence(MPI_MODE_NOSUCCEED, win); MPI_Win_free(&win); }
};
struct Lock : Exchange {
  MPI_Win win; double *base; double b = 0; int right;
  Lock(int r) : right(r) { MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); MPI_Win_lock_all(0, win); }
  void run(int s) override { b = s; MPI_Put(&b, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ A
    b = -1; //@ B
    MPI_Win_flush(right, win); MPI_Barrier(MPI_COMM_WORLD); }
  ~Lock() override { MPI_Win_unlock_all(win); MPI_Win_free(&win); }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size; MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);
  Exchange *e;
  if (argc > 1) e = new Fence((rank + 1) % size); else e = new Lock((rank + 1) % size);
  for (int i = 0; i < 5; i++) e->run(i);
  delete e;
  MPI_Finalize();
}
