// MPI_Get_accumulate adds two values to the target and fetches what stood there, into one of them.
// Origin and result buffer share v[1]: they must be disjoint (MPI 4.1, 12.3.4).
//
//@ expect: error RMA104 A A
//@ twin: getacc_buffers_overlap_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, v[4] = {1, 2, 3, 4}, cells[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get_accumulate(v, 2, MPI_INT, v + 1, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win); //@ A
    MPI_Win_unlock(0, win);
    printf("%d %d\n", v[2], v[3]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
