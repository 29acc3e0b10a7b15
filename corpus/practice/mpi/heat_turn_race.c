/* Heat flow in a plate that is cut into strips of rows, with two grids that take turns. Both grids are windows. A step
 * computes the new grid from the old one and puts the new border rows into the ghost rows of the neighbours.
 *
 * usage: heat_turn [rows of a strip [columns [steps]]]
 *
 * Race: the fence is called on the window of the old grid. It completes nothing there, and the puts into the new grid
 * stay open until the end of the next step. Run: two processes; rank 1 puts its border into the ghost row of the
 * new grid of rank 0 (8 * columns bytes of row 0 or rows + 1), which reads it in the next step. An error.
 */
//@ expect: error RMA201 PUT READ -- from 2 processes
//@ twin: heat_turn_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

struct strip {
    MPI_Comm comm;
    int rank, size;
    int up, down; /* neighbours or MPI_PROC_NULL */
    int rows, columns;
    double *grid[2]; /* rows + 2 rows each */
    MPI_Win win[2];
    int turn; /* the grid that is current */
};

static double *row_of(const struct strip *s, int which, int row)
{
    return s->grid[which] + (size_t)row * (size_t)s->columns;
}

static void strip_create(struct strip *s, int rows, int columns, MPI_Comm comm)
{
    const MPI_Aint bytes = (MPI_Aint)(rows + 2) * columns * (MPI_Aint)sizeof(double);

    s->comm = comm;
    MPI_Comm_rank(comm, &s->rank);
    MPI_Comm_size(comm, &s->size);
    s->up = s->rank > 0 ? s->rank - 1 : MPI_PROC_NULL;
    s->down = s->rank + 1 < s->size ? s->rank + 1 : MPI_PROC_NULL;
    s->rows = rows;
    s->columns = columns;
    s->turn = 0;
    for (int i = 0; i < 2; i++) {
        MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, comm, &s->grid[i], &s->win[i]);
        for (int row = 0; row < rows + 2; row++)
            for (int j = 0; j < columns; j++)
                row_of(s, i, row)[j] = j == 0 ? 100.0 : 0.0;
        MPI_Win_fence(0, s->win[i]);
    }
}

static void strip_destroy(struct strip *s)
{
    for (int i = 0; i < 2; i++) {
        MPI_Win_fence(MPI_MODE_NOSUCCEED, s->win[i]);
        MPI_Win_free(&s->win[i]);
    }
}

static void put_row(const struct strip *s, int which, int row, int neighbour, int ghost)
{
    MPI_Put(row_of(s, which, row), s->columns, MPI_DOUBLE, neighbour, (MPI_Aint)ghost * s->columns, s->columns, MPI_DOUBLE, s->win[which]); //@ PUT
}

static void put_borders(const struct strip *s, int which)
{
    put_row(s, which, 1, s->up, s->rows + 1);
    put_row(s, which, s->rows, s->down, 0);
}

static void compute(const struct strip *s, int from, int to)
{
    for (int i = 1; i <= s->rows; i++) {
        const double *above = row_of(s, from, i - 1);
        const double *here = row_of(s, from, i);
        const double *below = row_of(s, from, i + 1);
        double *out = row_of(s, to, i);

        for (int j = 1; j < s->columns - 1; j++)
            out[j] = 0.25 * (above[j] + below[j] + here[j - 1] + here[j + 1]); //@ READ
    }
}

static void step(struct strip *s)
{
    const int next = 1 - s->turn;

    compute(s, s->turn, next);
    put_borders(s, next);
    MPI_Win_fence(0, s->win[s->turn]);
    s->turn = 1 - s->turn;
}

static double warmth(const struct strip *s)
{
    double sum = 0.0;

    for (int i = 1; i <= s->rows; i++)
        for (int j = 0; j < s->columns; j++)
            sum += row_of(s, s->turn, i)[j];
    return sum;
}

static int option(int argc, char **argv, int index, int fallback, int least, int most)
{
    int value = fallback;

    if (index < argc)
        value = atoi(argv[index]);
    if (value < least || value > most)
        die("an option is out of its range");
    return value;
}

int main(int argc, char **argv)
{
    struct strip *s = allocate(1, sizeof *s);
    int rows, columns, steps;
    double start, seconds, slowest = 0.0, own, sum = 0.0;

    MPI_Init(&argc, &argv);
    rows = option(argc, argv, 1, 64, 1, 10000);
    columns = option(argc, argv, 2, 128, 3, 10000);
    steps = option(argc, argv, 3, 50, 1, 1000000);
    strip_create(s, rows, columns, MPI_COMM_WORLD);

    start = MPI_Wtime();
    for (int i = 0; i < steps; i++)
        step(s);
    seconds = MPI_Wtime() - start;

    own = warmth(s);
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, s->comm);
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, s->comm);
    if (s->rank == 0)
        printf("%d processes, %d steps, %.4f s, warmth %.6f\n", s->size, steps, slowest, sum);
    strip_destroy(s);
    free(s);
    MPI_Finalize();
    return 0;
}
