// The large-count form of the request-based get (MPI_Rget_c). With an MPI 3 header the name falls back to MPI_Rget,
// for which the same holds.
// The sum is taken before MPI_Wait (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: rget_large_count_ok.c
#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION < 4
#define MPI_Rget_c MPI_Rget
#endif

#define K 50

static int here[K], there[K];

int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < K; i++)
        here[i] = rank ^ i;
    MPI_Win_create(here, sizeof here, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Rget_c(there, K, MPI_INT, 0, 0, K, MPI_INT, win, &req); //@ A
    for (int i = 0; i < K; i++)
        sum += there[i]; //@ B
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
