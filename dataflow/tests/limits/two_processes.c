// Two processes: groups, a grid, messages between two and from a third.
//@ expect: error RMA201 A B
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base;
  MPI_Win win;
  MPI_Win_allocate(1 << 20, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  MPI_Group all, some;
  int ranks[2] = {0, 1}, dims[2] = {0, 0}, periods[2] = {1, 1}, got[4], up, down;
  MPI_Comm grid;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, ranks, &some);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_shift(grid, n & 1, 1, &up, &down);
  if (rank == 0) {
    for (int i = 0; i < n; i++) {
      MPI_Put(&base[i], 1, MPI_DOUBLE, 1, 5, 1, MPI_DOUBLE, win); //@ A
      MPI_Win_flush(1, win);
      MPI_Send(&i, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
      MPI_Send(&i, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
    }
    MPI_Recv(got, 4, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    for (int i = 0; i < n; i++) {
      MPI_Recv(got, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      base[5] = got[0]; //@ B
      MPI_Recv(got, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    MPI_Send(got, 4, MPI_INT, 0, 9, MPI_COMM_WORLD);
  }
  for (int k = 0; k < 3; k++) {
    MPI_Put(&base[10 + k], 1, MPI_DOUBLE, down, 20 + k, 1, MPI_DOUBLE, win);
    MPI_Barrier(MPI_COMM_WORLD);
    base[20 + k] = k;
    MPI_Accumulate(base, 1, MPI_DOUBLE, up, 30, 1, MPI_DOUBLE, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
