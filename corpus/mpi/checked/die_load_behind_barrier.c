/* As die_load_before_barrier.c, with the cell read behind the barrier. */
//@ expect: none
//@ twin: die_load_before_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void die(const char *what, int rc)
{
    fprintf(stderr, "%s: error %d\n", what, rc);
    MPI_Abort(MPI_COMM_WORLD, rc);
    abort();
}

#define MUST(call) ((call) == MPI_SUCCESS ? (void)0 : die(#call, 1))

int main(int argc, char **argv)
{
    int rank, value = 7, seen = 0, *cell;
    MPI_Win win;

    MUST(MPI_Init(&argc, &argv));
    MUST(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    MUST(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win));
    MUST(MPI_Win_lock_all(0, win));
    *cell = 0;
    MUST(MPI_Win_sync(win));
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) {
        MUST(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win));
        MUST(MPI_Win_flush(1, win));
    }
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 1)
        seen = *cell;
    MUST(MPI_Win_unlock_all(win));
    MUST(MPI_Win_free(&win));
    printf("%d\n", seen);
    MUST(MPI_Finalize());
    return 0;
}
