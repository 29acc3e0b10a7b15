// A get with a count that the program fixes in an enumeration.
// Two elements are fetched; the first is stored to while the get is pending (MPI 4.1, 12.3).
//
//@ expect: error RMA103 A B
//@ twin: get_zero_count_ok.c
#include <mpi.h>
#include <stdio.h>

enum { EXTRA = 2 };

int main(int argc, char **argv)
{
    int rank;
    int pool[2] = {7, 8}, spare[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(pool, sizeof pool, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(spare, EXTRA, MPI_INT, 1, 0, EXTRA, MPI_INT, win); //@ A
        spare[0] = 5; //@ B
    }
    MPI_Win_unlock_all(win);

    printf("%d\n", spare[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
