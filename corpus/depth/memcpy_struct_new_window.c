// A descriptor with window and buffer is copied with memcpy, and the copy used from there on. The flush is on the copy that the put used.
//
// MPI 4.1, 12.5.4 and 12.7.1: a flush completes the operations on its own window; the origin buffer must not be updated before.
//@ expect: none
//@ twin: memcpy_struct_old_window.c
#include <mpi.h>
#include <string.h>

struct channel {
    MPI_Win win;
    int *buffer;
    int target;
};

static void open_window(struct channel *c, int **base) {
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, base, &c->win);
    MPI_Win_lock_all(0, c->win);
}

static void close_window(struct channel *c) {
    MPI_Win_unlock_all(c->win);
    MPI_Win_free(&c->win);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *first, *second, values[4] = {1, 2, 3, rank};
    struct channel a = {MPI_WIN_NULL, values, (rank + 1) % size}, before, after;
    open_window(&a, &first);
    memcpy(&before, &a, sizeof a);
    open_window(&a, &second);
    memcpy(&after, &a, sizeof a);
    MPI_Put(after.buffer, 4, MPI_INT, after.target, 0, 4, MPI_INT, after.win);
    MPI_Win_flush(a.target, after.win);
    values[2] = 0;
    close_window(&before);
    close_window(&after);
    MPI_Finalize();
    return 0;
}
