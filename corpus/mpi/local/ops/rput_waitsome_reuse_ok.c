// MPI_Rput to every rank from a send table; MPI_Waitsome drains the requests.
// MPI_Waitsome is repeated until outcount is MPI_UNDEFINED, which says that no active request is left
// (MPI 4.1, 3.7.5).
//
//@ expect: none
//@ twin: rput_waitsome_reuse_race.c
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
            MPI_Rput(&table[i], 1, MPI_INT, i, 0, 1, MPI_INT, win, &rq[i]);
        }
        do {
            MPI_Waitsome(size, rq, &n, idx, MPI_STATUSES_IGNORE);
        } while (n != MPI_UNDEFINED);
        memset(table, 0, size * sizeof *table);
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
