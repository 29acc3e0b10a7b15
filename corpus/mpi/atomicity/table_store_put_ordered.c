/*
 * Local store of the owner against a put of another process; a message says when the put may come.
 *
 * The owner stores before it sends the message, and the put follows its reception (MPI 4.1, 3.5).
 */
//@ expect: none
//@ twin: table_store_put.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, go = 1;
    double x = 0.5, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == size - 1) {
        *mem = 1.0;
        MPI_Send(&go, 1, MPI_INT, 0, 77, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Recv(&go, 1, MPI_INT, size - 1, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
        MPI_Put(&x, 1, MPI_DOUBLE, size - 1, 0, 1, MPI_DOUBLE, win);
        MPI_Win_unlock(size - 1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
