// Two buffers behind pointers in a structure, exchanged by a function once an iteration. The
// exchange swaps the pointers of the structure.
//
// MPI 4.1, 12.7.1: the put of an iteration is complete behind the flush of the next, after that one has packed.
//@ expect: none
//@ twin: swap_in_function_forgotten.c
#include <mpi.h>
#include <stdlib.h>

struct pair {
    double *packing, *sending;
};

static void exchange(struct pair *p) {
    double *t = p->packing;
    p->packing = p->sending;
    p->sending = t;
}

static void pack(double *to, int n, int step) {
    for (int i = 0; i < n; i++)
        to[i] = step + i;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct pair p = {malloc(16 * sizeof(double)), malloc(16 * sizeof(double))};
    int next = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 6; step++) {
        pack(p.packing, 16, step);
        MPI_Win_flush(next, win);
        MPI_Put(p.packing, 16, MPI_DOUBLE, next, 0, 16, MPI_DOUBLE, win);
        exchange(&p);
    }
    MPI_Win_unlock_all(win);
    free(p.packing);
    free(p.sending);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
