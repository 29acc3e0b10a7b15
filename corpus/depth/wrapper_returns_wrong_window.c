// Windows are made by a function that returns a pointer to a structure on the heap, two of them. The epoch that ends is that of the other
// one.
//
// MPI 4.1, 12.5.1: a fence completes the operations on its window. 12.7.1: the origin buffer must not be updated before that.
//@ expect: error RMA101 PUT STORE
//@ twin: wrapper_returns_own_window.c
#include <mpi.h>
#include <stdlib.h>

typedef struct {
    MPI_Comm comm;
    MPI_Win win;
    float *base;
} array_t;

static array_t *array_make(MPI_Comm comm, int n) {
    array_t *a = calloc(1, sizeof *a);
    a->comm = comm;
    MPI_Win_allocate(n * (MPI_Aint)sizeof(float), sizeof(float), MPI_INFO_NULL, comm, &a->base, &a->win);
    MPI_Win_fence(0, a->win);
    return a;
}

static void array_fence(array_t *a) { MPI_Win_fence(0, a->win); }

static void array_free(array_t **a) {
    MPI_Win_fence(0, (*a)->win);
    MPI_Win_free(&(*a)->win);
    free(*a);
    *a = NULL;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    array_t *left = array_make(MPI_COMM_WORLD, 4), *right = array_make(MPI_COMM_WORLD, 4);
    float out[4] = {1, 2, 3, 4};
    MPI_Put(out, 4, MPI_FLOAT, (rank + 1) % size, 0, 4, MPI_FLOAT, left->win); //@ PUT
    array_fence(right);
    out[0] = 5; //@ STORE
    array_free(&left);
    array_free(&right);
    MPI_Finalize();
    return 0;
}
