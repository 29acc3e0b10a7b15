// Every rank fetches one counter from each rank with MPI_Fetch_and_op and MPI_NO_OP (an atomic read).
// The values are added up with no completion: the results are still pending (MPI 4.1, 12.3). MPI_NO_OP ignores the
// origin buffer, not the result.
//
//@ expect: error RMA102 A B
//@ twin: fop_flush_all_result_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int me, np;
    long hits, unused = 0, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    hits = 3L * me + 1;
    long *seen = calloc(np, sizeof *seen);
    MPI_Win_create(&hits, sizeof hits, sizeof hits, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int r = 0; r < np; r++)
        MPI_Fetch_and_op(&unused, &seen[r], MPI_LONG, r, 0, MPI_NO_OP, win); //@ A
    for (int r = 0; r < np; r++)
        sum += seen[r]; //@ B
    MPI_Win_unlock_all(win);

    printf("%d: %ld\n", me, sum);
    MPI_Win_free(&win);
    free(seen);
    MPI_Finalize();
    return 0;
}
