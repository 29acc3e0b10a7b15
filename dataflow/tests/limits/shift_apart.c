// A shift along another dimension on every second process: two of them may come to one target.
//@ expect: error RMA201 A A
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, up, down, dims[2] = {0, 0}, periods[2] = {1, 1};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base, one = 1;
  MPI_Win win;
  MPI_Comm grid;
  MPI_Win_allocate(1 << 20, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_shift(grid, rank & 1, 1, &up, &down);
  MPI_Win_lock_all(0, win);
  MPI_Put(&one, 1, MPI_DOUBLE, down, 0, 1, MPI_DOUBLE, win); //@ A
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
