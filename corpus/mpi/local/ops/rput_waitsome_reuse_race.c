// MPI_Rput to every rank from a send table; MPI_Waitsome drains the requests.
// One MPI_Waitsome may leave requests active, but the whole table is cleared behind it (MPI 4.1, 3.7.5).
//
//@ expect: error RMA101 A B
//@ twin: rput_waitsome_reuse_ok.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, n;
    int in = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *table = malloc(size * sizeof *table), *idx = malloc(size * sizeof *idx);
    MPI_Request *rq = malloc(size * sizeof *rq);
    MPI_Win_create(&in, sizeof in, sizeof in, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < size; i++) {
            table[i] = i * i;
            MPI_Rput(&table[i], 1, MPI_INT, i, 0, 1, MPI_INT, win, &rq[i]); //@ A
        }
        MPI_Waitsome(size, rq, &n, idx, MPI_STATUSES_IGNORE);
        memset(table, 0, size * sizeof *table); //@ B
        MPI_Waitall(size, rq, MPI_STATUSES_IGNORE);
        printf("%d\n", table[size - 1]);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    free(rq);
    free(idx);
    free(table);
    MPI_Finalize();
    return 0;
}
