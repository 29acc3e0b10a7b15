/* A list of fetched numbers that doubles its room when it is full, in C: realloc while gets write into it.
 *
 * C17, 7.22.3.5: realloc ends the life of the old object, also where it gives the same address. The gets of the first four numbers may be pending
 * when the fifth is appended (MPI 4.1, 12.7.1: an origin buffer must stay until the operation is complete).
 */
//@ expect: error RMA402 GET GROW
//@ twin: list_doubled_complete.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct list {
    double *data;
    int count, room;
};

static double *place(struct list *l)
{
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 4;
        l->data = realloc(l->data, (size_t)l->room * sizeof *l->data); //@ GROW
    }
    return &l->data[l->count++];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 64; i++)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    int wanted = argc > 1 ? atoi(argv[1]) : 8;
    struct list list = {NULL, 0, 0};
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < wanted && i < 64; i++) {
        double *to = place(&list);
        MPI_Get(to, 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win); //@ GET
    }
    MPI_Win_unlock_all(win);
    if (list.count > 0)
        printf("%g\n", list.data[0]);
    free(list.data);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
