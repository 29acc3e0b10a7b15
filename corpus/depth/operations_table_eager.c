// An interface as a structure of function pointers, chosen when the program starts. The one
// that is chosen completes each transfer.
//
// MPI 4.1, 12.5.4 and 12.7.1: only a flush, or the end of the epoch, allows to update the origin buffer.
//@ expect: none
//@ twin: operations_table_lazy.c
#include <mpi.h>

struct transport {
    void (*put)(const long *value, int target, MPI_Win win);
    void (*done)(int target, MPI_Win win);
};

static void put(const long *value, int target, MPI_Win win) {
    MPI_Put(value, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
}

static void nothing(int target, MPI_Win win) {
    (void)target;
    (void)win;
}

static void flush(int target, MPI_Win win) { MPI_Win_flush(target, win); }

static const struct transport lazy = {put, nothing};
static const struct transport eager = {put, flush};

static const struct transport *chosen;

static void choose(int careful) { chosen = careful ? &eager : &lazy; }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long *base, value = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    choose(1);
    MPI_Win_lock_all(0, win);
    chosen->put(&value, (rank + 1) % size, win);
    chosen->done((rank + 1) % size, win);
    value = -1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
