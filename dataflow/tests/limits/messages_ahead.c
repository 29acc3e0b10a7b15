// Five messages are on their way when the put meets the store.
//@ expect: error RMA201 A B
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, x = 0, y; MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *base; MPI_Win win;
  MPI_Win_allocate(1 << 10, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush(1, win);
  } else if (rank == 1) {
    base[0] = 1; //@ B
    MPI_Recv(&y, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
