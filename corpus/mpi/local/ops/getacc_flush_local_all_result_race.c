// MPI_Get_accumulate as an atomic vector read, then a barrier.
// The barrier completes no one-sided operation (MPI 4.1, 12.7), so the result is read while pending (12.3).
//
//@ expect: error RMA102 A B
//@ twin: getacc_flush_local_all_result_ok.c
#include <mpi.h>
#include <stdio.h>

struct sample {
    double lo, hi;
};

static double width(const struct sample *s)
{
    return s->hi - s->lo; //@ B
}

int main(int argc, char **argv)
{
    int rank;
    struct sample here, got = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    here.lo = -rank;
    here.hi = rank + 1.0;
    MPI_Win_create(&here, sizeof here, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Get_accumulate(NULL, 0, MPI_DOUBLE, &got, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, MPI_NO_OP, win); //@ A
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %f\n", rank, width(&got));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
