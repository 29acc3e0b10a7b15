// One line that puts to the same place again and again.
//@ expect: error RMA201 A B
#include <mpi.h>
static double value;
static void put(MPI_Win win)
{
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
}
int main(int argc, char **argv)
{
    int rank;
    double *base, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) {
        put(win);
        put(win);
        put(win);
        put(win);
        put(win);
        put(win);
    }
    if (rank == 0)
        sum = base[0]; //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
