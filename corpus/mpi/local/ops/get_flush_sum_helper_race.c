// A helper sums a remote vector that rank 0 has fetched.
// MPI_Win_sync stands between get and sum; it synchronises the private and public window copies but completes no
// operation (MPI 4.1, 12.5.4), so the helper reads the buffer of a pending get.
//
//@ expect: error RMA102 A B
//@ twin: get_flush_sum_helper_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 20

static double total(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i]; //@ B
    return s;
}

int main(int argc, char **argv)
{
    int rank;
    double v[N], copy[N];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        v[i] = i + rank;
    MPI_Win_create(v, sizeof v, sizeof v[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) {
        MPI_Get(copy, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, win); //@ A
        MPI_Win_sync(win);
        printf("sum %f\n", total(copy, N));
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
