// Forty calls down, through macros that write one function each, a put; forty calls up the buffer is changed, before the flush.
//
// MPI 4.1, 12.7.1: the origin buffer must not be updated before the put completes at the origin.
//@ expect: error RMA101 PUT STORE
//@ twin: deep_chain_store_behind.c
#include <mpi.h>

static void level_0(const int *x, int target, MPI_Win win) {
    MPI_Put(x, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ PUT
}

#define LEVEL(n, below)                                                                                                \
    static void level_##n(const int *x, int target, MPI_Win win) { level_##below(x, target, win); }
#define FIVE(a, b, c, d, e, below) LEVEL(a, below) LEVEL(b, a) LEVEL(c, b) LEVEL(d, c) LEVEL(e, d)

FIVE(1, 2, 3, 4, 5, 0)
FIVE(6, 7, 8, 9, 10, 5)
FIVE(11, 12, 13, 14, 15, 10)
FIVE(16, 17, 18, 19, 20, 15)
FIVE(21, 22, 23, 24, 25, 20)
FIVE(26, 27, 28, 29, 30, 25)
FIVE(31, 32, 33, 34, 35, 30)
FIVE(36, 37, 38, 39, 40, 35)

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base, x = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    level_40(&x, (rank + 1) % size, win);
    x = 0; //@ STORE
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return x;
}
