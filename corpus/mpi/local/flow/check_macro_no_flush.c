/*
 * Every call goes through a macro that checks the error code and aborts.
 *
 * No CHECKed call between the put and the store completes the put; MPI_Win_sync only synchronises
 * copies of the window (MPI 4.1, 12.5.4), and the store changes the origin buffer (12.3).
 */
//@ expect: error RMA101 A B
//@ twin: check_macro_flush.c
#include <mpi.h>
#include <stdio.h>

#define CHECK(call)                                                     \
    do {                                                                \
        int rc_ = (call);                                               \
        if (rc_ != MPI_SUCCESS) {                                       \
            fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, rc_); \
            MPI_Abort(MPI_COMM_WORLD, rc_);                             \
        }                                                               \
    } while (0)

int main(int argc, char **argv)
{
    int rank, size, x = 1, *mem;
    MPI_Win win;

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win));
    const int to = (rank + 1) % size;

    CHECK(MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win));
    CHECK(MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win)); //@ A
    CHECK(MPI_Win_sync(win));
    x = 2; //@ B
    CHECK(MPI_Win_unlock(to, win));

    CHECK(MPI_Win_free(&win));
    CHECK(MPI_Finalize());
    return 0;
}
