// A table of thirty handlers, gone through by number: the self test of a communication layer. Each handler sends a word of its own
// from a common buffer, and returns the buffer for others to fill.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated before the put has completed at its origin. The handler of
// vectors fills its buffer before it flushes.
//@ expect: error RMA101 PUT REFILL
//@ twin: handlers_by_number_clean.c
#include <mpi.h>

#define KINDS 30

static int staged[KINDS];

#define HANDLER(n)                                                       \
    static void handle_##n(MPI_Win win, int target) {                    \
        staged[n] = n;                                                   \
        MPI_Put(&staged[n], 1, MPI_INT, target, n, 1, MPI_INT, win);     \
        MPI_Win_flush(target, win);                                      \
        staged[n] = -1;                                                  \
    }

HANDLER(0)
HANDLER(1)
HANDLER(2)
HANDLER(3)
HANDLER(4)
HANDLER(5)
HANDLER(6)
HANDLER(7)
HANDLER(8)
HANDLER(9)
HANDLER(10)
HANDLER(11)
HANDLER(12)
HANDLER(13)
HANDLER(14)
HANDLER(15)
HANDLER(16)
HANDLER(17)
HANDLER(18)
HANDLER(19)
HANDLER(20)
HANDLER(21)
HANDLER(22)
HANDLER(23)
HANDLER(24)
HANDLER(25)
HANDLER(26)
HANDLER(27)
HANDLER(28)

static void handle_vectors(MPI_Win win, int target) {
    staged[29] = 29;
    MPI_Put(&staged[29], 1, MPI_INT, target, 29, 1, MPI_INT, win); //@ PUT
    staged[29] = -1; //@ REFILL
    MPI_Win_flush(target, win);
}

static void (*const handlers[KINDS])(MPI_Win, int) = {
    handle_0, handle_1, handle_2, handle_3, handle_4, handle_5, handle_6, handle_7,
    handle_8, handle_9, handle_10, handle_11, handle_12, handle_13, handle_14, handle_15,
    handle_16, handle_17, handle_18, handle_19, handle_20, handle_21, handle_22, handle_23,
    handle_24, handle_25, handle_26, handle_27, handle_28,
    handle_vectors,
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *base;
    MPI_Win win;
    MPI_Win_allocate(KINDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int kind = 0; kind < KINDS; kind++) handlers[kind](win, 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
