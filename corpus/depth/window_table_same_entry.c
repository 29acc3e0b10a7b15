// A table of structures, each with a window and the memory behind it; the index comes through a function. The flush names the window that the put is on.
//
// MPI 4.1, 12.5.4: MPI_Win_flush completes operations on its window alone. 12.7.1: the origin buffer must not be updated before that.
//@ expect: none
//@ twin: window_table_other_entry.c
#include <mpi.h>

struct field {
    const char *name;
    double *base;
    MPI_Win win;
};

static struct field fields[3] = {{"density", 0, MPI_WIN_NULL}, {"energy", 0, MPI_WIN_NULL}, {"speed", 0, MPI_WIN_NULL}};

enum { DENSITY, ENERGY, SPEED };

static MPI_Win win_of(int which) { return fields[which].win; }

static void put(int which, const double *value, int target) {
    MPI_Put(value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win_of(which));
}

static void flush(int which, int target) { MPI_Win_flush(target, win_of(which)); }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++) {
        MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &fields[i].base, &fields[i].win);
        MPI_Win_lock_all(0, fields[i].win);
    }
    double value = rank;
    put(ENERGY, &value, (rank + 1) % size);
    flush(ENERGY, (rank + 1) % size);
    value = 0;
    for (int i = 0; i < 3; i++) {
        MPI_Win_unlock_all(fields[i].win);
        MPI_Win_free(&fields[i].win);
    }
    MPI_Finalize();
    return 0;
}
