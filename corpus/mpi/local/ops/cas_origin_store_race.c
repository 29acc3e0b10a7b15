// MPI_Compare_and_swap whose new value lives in a heap record.
// The record is updated while the pending operation may still read it (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: cas_origin_store_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int expect, update, seen;
} swap_t;

int main(int argc, char **argv)
{
    int rank, word = 0;
    swap_t *s = calloc(1, sizeof *s);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    s->update = rank + 7;
    MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&s->update, &s->expect, &s->seen, MPI_INT, 0, 0, win); //@ A
    s->update = -1; //@ B
    MPI_Win_flush_all(win);
    printf("%d\n", s->seen);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    free(s);
    MPI_Finalize();
    return 0;
}
