// The levels of a multigrid are structures in an array, each with a window of its own size.
// Race-free: the get of each level reads the last cell of the window of this level, which has `cells + 2` of them (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: levels_of_many_sizes_race.c
#include <mpi.h>

#define LEVELS 3

typedef struct {
    int cells;
    double *values;
    MPI_Win win;
} level;

static level levels[LEVELS];
static int me;

static void ghosts(level *l)
{
    MPI_Win_fence(0, l->win);
    if (me > 0)
        MPI_Get(l->values, 1, MPI_DOUBLE, me - 1, l->cells, 1, MPI_DOUBLE, l->win);
    MPI_Win_fence(0, l->win);
}

static void cycle(int k)
{
    ghosts(&levels[k]);
    if (k + 1 < LEVELS)
        cycle(k + 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (int k = 0; k < LEVELS; k++) {
        levels[k].cells = 512 >> k;
        MPI_Win_allocate((levels[k].cells + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &levels[k].values,
                         &levels[k].win);
    }
    cycle(0);
    for (int k = 0; k < LEVELS; k++)
        MPI_Win_free(&levels[k].win);
    MPI_Finalize();
    return 0;
}
