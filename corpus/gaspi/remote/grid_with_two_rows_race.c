/*
 * Processes in a grid with as many rows as the square root of their number allows write their edges to their neighbours, with a notification for each
 * side, and smooth their cells. The row that comes from above is read before its notification is waited for.
 *
 * Only the notification says that the row has arrived (GASPI 17.1, 8.3): the load meets the write of the process above. With two or three processes
 * the grid has one row, and nobody is above. Happens with four processes.
 */
//@ expect: error RMA201 WRITE LOAD
//@ twin: grid_with_two_rows_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

enum side { ABOVE, BELOW, LEFT, RIGHT, SIDES };
enum { EDGE = 40, STEPS = 60 };

static const int opposite[SIDES] = {BELOW, ABOVE, RIGHT, LEFT};

struct place {
    gaspi_rank_t rank, size;
    int neighbour[SIDES]; /* -1: none */
    int neighbours;
};

static void find_place(struct place *place)
{
    int rows = 1, cols, row, col;

    gaspi_proc_rank(&place->rank);
    gaspi_proc_num(&place->size);
    for (int n = 1; n * n <= place->size; n++)
        if (place->size % n == 0)
            rows = n;
    cols = place->size / rows;
    row = place->rank / cols;
    col = place->rank % cols;
    place->neighbour[ABOVE] = row > 0 ? place->rank - cols : -1;
    place->neighbour[BELOW] = row + 1 < rows ? place->rank + cols : -1;
    place->neighbour[LEFT] = col > 0 ? place->rank - 1 : -1;
    place->neighbour[RIGHT] = col + 1 < cols ? place->rank + 1 : -1;
    place->neighbours = 0;
    for (int side = 0; side < SIDES; side++)
        place->neighbours += place->neighbour[side] >= 0;
}

/* What leaves or comes, in doubles from the begin of the segment. */
static int offset(int coming, int which, int side)
{
    return ((coming * 2 + which) * SIDES + side) * EDGE;
}

static void send(const struct place *place, double *segment, double cells[EDGE][EDGE], int step)
{
    const int which = step % 2;

    for (int side = 0; side < SIDES; side++) {
        double *leaving = segment + offset(0, which, side);
        const int there = opposite[side];

        if (place->neighbour[side] < 0)
            continue;
        for (int i = 0; i < EDGE; i++)
            leaving[i] = side == ABOVE ? cells[0][i] : side == BELOW ? cells[EDGE - 1][i] : side == LEFT ? cells[i][0] : cells[i][EDGE - 1];
        gaspi_write_notify(0, offset(0, which, side) * sizeof(double), (gaspi_rank_t)place->neighbour[side], 0, offset(1, which, there) * sizeof(double), EDGE * sizeof(double), (gaspi_notification_id_t)(which * SIDES + there), step + 1, 0, GASPI_BLOCK); //@ WRITE
    }
}

static void receive(const struct place *place, int step)
{
    const int which = step % 2;

    for (int missing = place->neighbours; missing > 0; missing--) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;

        gaspi_notify_waitsome(0, (gaspi_notification_id_t)(which * SIDES), SIDES, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
    }
}

static void add_row_above(const struct place *place, const double *segment, double cells[EDGE][EDGE], int step)
{
    const double *row = segment + offset(1, step % 2, ABOVE);

    if (place->neighbour[ABOVE] < 0)
        return;
    for (int i = 0; i < EDGE; i++)
        cells[0][i] += row[i]; //@ LOAD
}

static void smooth(double cells[EDGE][EDGE])
{
    for (int turn = 0; turn < 6; turn++)
        for (int i = 1; i + 1 < EDGE; i++)
            for (int j = 1; j + 1 < EDGE; j++)
                cells[i][j] = 0.25 * (cells[i - 1][j] + cells[i + 1][j] + cells[i][j - 1] + cells[i][j + 1]);
}

int main(void)
{
    static double cells[EDGE][EDGE];
    struct place place;
    gaspi_pointer_t segment;

    gaspi_proc_init(GASPI_BLOCK);
    find_place(&place);
    gaspi_segment_create(0, 4 * SIDES * EDGE * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &segment);
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            cells[i][j] = place.rank + i * j;
    for (int step = 0; step < STEPS; step++) {
        send(&place, segment, cells, step);
        smooth(cells);
        add_row_above(&place, segment, cells, step);
        receive(&place, step);
        gaspi_wait(0, GASPI_BLOCK);
    }
    printf("%d: %f\n", place.rank, cells[0][0]);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_segment_delete(0);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
