// A command interpreter: the name of a command, an argument of the program, is looked up in a table of twenty; its function is called
// behind the search.
//
// MPI 4.1, 12.5.4: MPI_Win_flush completes the gets to its target. Every command reads behind its flush; no one writes the window.
//@ expect: none
//@ twin: commands_by_name_race.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define CELLS 32

static long cells[CELLS];

#define COMMAND(name, expression)                                            \
    static long name(MPI_Win win, int target) {                              \
        MPI_Get(cells, CELLS, MPI_LONG, target, 0, CELLS, MPI_LONG, win);    \
        MPI_Win_flush(target, win);                                          \
        return expression;                                                   \
    }

COMMAND(first, cells[0])
COMMAND(last, cells[CELLS - 1])
COMMAND(middle, cells[CELLS / 2])
COMMAND(second, cells[1])
COMMAND(third, cells[2])
COMMAND(spread, cells[3] - cells[0])
COMMAND(parity, cells[4] & 1)
COMMAND(sign, cells[5] > 0)
COMMAND(twice, 2 * cells[6])
COMMAND(half, cells[7] / 2)
COMMAND(square, cells[8] * cells[8])
COMMAND(offset, cells[9] + 1)
COMMAND(low, cells[10] & 255)
COMMAND(high, cells[11] >> 8)
COMMAND(odd, cells[13])
COMMAND(even, cells[14])
COMMAND(ratio, cells[15] / 3)
COMMAND(level, cells[16] % 7)
COMMAND(mark, cells[17] ^ 1)

static long sum(MPI_Win win, int target) {
    MPI_Get(cells, CELLS, MPI_LONG, target, 0, CELLS, MPI_LONG, win);
    MPI_Win_flush(target, win);
    long all = cells[0] + cells[1];
    return all;
}

struct command {
    const char *name;
    long (*run)(MPI_Win win, int target);
};

#define ENTRY(name) {#name, name}
static const struct command commands[] = {
    ENTRY(first), ENTRY(last), ENTRY(middle), ENTRY(second), ENTRY(third),
    ENTRY(spread), ENTRY(parity), ENTRY(sign), ENTRY(twice), ENTRY(half),
    ENTRY(square), ENTRY(offset), ENTRY(low), ENTRY(high), ENTRY(odd),
    ENTRY(even), ENTRY(ratio), ENTRY(level), ENTRY(mark),
    ENTRY(sum),
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long *base;
    MPI_Win win;
    MPI_Win_allocate(CELLS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < CELLS; i++) base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    long (*run)(MPI_Win, int) = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(argv[1], commands[i].name) == 0) run = commands[i].run;
    if (run && rank == 1) printf("%ld\n", run(win, 0));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
