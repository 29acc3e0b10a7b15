#include "halo.h"

static const int opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};

void topology_create(Topology *topology, int grid_rows)
{
    GASPI_CHECK(gaspi_proc_rank(&topology->rank));
    GASPI_CHECK(gaspi_proc_num(&topology->size));
    if (grid_rows == 0) {
        grid_rows = 1;
        for (int rows = 1; rows * rows <= topology->size; rows++) {
            if (topology->size % rows == 0) {
                grid_rows = rows;
            }
        }
    }
    if (topology->size % grid_rows != 0) {
        fprintf(stderr, "%d processes cannot stand in %d rows\n", topology->size, grid_rows);
        exit(EXIT_FAILURE);
    }
    topology->grid_rows = grid_rows;
    topology->grid_cols = topology->size / grid_rows;
    topology->row = topology->rank / topology->grid_cols;
    topology->col = topology->rank % topology->grid_cols;
    topology->neighbour[NORTH] = topology->row > 0 ? topology->rank - topology->grid_cols : -1;
    topology->neighbour[SOUTH] = topology->row + 1 < grid_rows ? topology->rank + topology->grid_cols : -1;
    topology->neighbour[WEST] = topology->col > 0 ? topology->rank - 1 : -1;
    topology->neighbour[EAST] = topology->col + 1 < topology->grid_cols ? topology->rank + 1 : -1;
    topology->neighbours = 0;
    for (int side = 0; side < SIDES; side++) {
        topology->neighbours += topology->neighbour[side] >= 0;
    }
}

void layout_create(Layout *layout, int rows, int cols)
{
    const gaspi_offset_t grid = (gaspi_offset_t)(rows + 2) * (gaspi_offset_t)(cols + 2);
    gaspi_offset_t next = 0;
    gaspi_pointer_t pointer = NULL;

    layout->rows = rows;
    layout->cols = cols;
    layout->pitch = cols + 2;
    for (int parity = 0; parity < 2; parity++) {
        layout->grid[parity] = next;
        next += grid;
    }
    for (int parity = 0; parity < 2; parity++) {
        for (int side = 0; side < 2; side++) {
            layout->leaving[parity][side] = next;
            next += (gaspi_offset_t)rows;
            layout->coming[parity][side] = next;
            next += (gaspi_offset_t)rows;
        }
    }
    layout->total = next;
    GASPI_CHECK(gaspi_segment_create(SEGMENT, next * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK,
                                     GASPI_MEM_INITIALIZED));
    GASPI_CHECK(gaspi_segment_ptr(SEGMENT, &pointer));
    layout->base = pointer;
}

void layout_free(Layout *layout)
{
    GASPI_CHECK(gaspi_segment_delete(SEGMENT));
    layout->base = NULL;
}

static void pack_column(const Layout *layout, int which, int side)
{
    const int col = side == WEST ? 1 : layout->cols;
    double *piece = layout->base + layout->leaving[which][side - WEST];

    for (int row = 1; row <= layout->rows; row++) {
        piece[row - 1] = *layout_at(layout, which, row, col);
    }
}

static void unpack_column(const Layout *layout, int which, int side)
{
    const int col = side == WEST ? 0 : layout->cols + 1;
    const double *piece = layout->base + layout->coming[which][side - WEST];

    for (int row = 1; row <= layout->rows; row++) {
        *layout_at(layout, which, row, col) = piece[row - 1];
    }
}

static gaspi_offset_t bytes(gaspi_offset_t doubles)
{
    return doubles * sizeof(double);
}

void halo_send(const Layout *layout, const Topology *topology, int iteration)
{
    const int which = iteration % 2;

    for (int side = 0; side < SIDES; side++) {
        const int there = opposite[side];
        gaspi_offset_t from;
        gaspi_offset_t to;
        gaspi_size_t size;

        if (topology->neighbour[side] < 0) {
            continue;
        }
        if (side == NORTH || side == SOUTH) {
            /* Rows go from the grid into the frame of the other grid. */
            const int own_row = side == NORTH ? 1 : layout->rows;
            const int frame_row = there == NORTH ? 0 : layout->rows + 1;

            from = layout->grid[which] + (gaspi_offset_t)(own_row * layout->pitch + 1);
            to = layout->grid[which] + (gaspi_offset_t)(frame_row * layout->pitch + 1);
            size = (gaspi_size_t)layout->cols;
        } else {
            pack_column(layout, which, side);
            from = layout->leaving[which][side - WEST];
            to = layout->coming[which][there - WEST];
            size = (gaspi_size_t)layout->rows;
        }
        GASPI_CHECK(gaspi_write_notify(SEGMENT, bytes(from), (gaspi_rank_t)topology->neighbour[side], SEGMENT, bytes(to), bytes(size), (gaspi_notification_id_t)(which * SIDES + there), (gaspi_notification_t)(iteration + 1), QUEUE, GASPI_BLOCK)); //@ WRITE
    }
}

void halo_receive(const Layout *layout, const Topology *topology, int iteration)
{
    const int which = iteration % 2;

    for (int missing = topology->neighbours; missing > 0; missing--) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        int side;

        GASPI_CHECK(gaspi_notify_waitsome(SEGMENT, (gaspi_notification_id_t)(which * SIDES), SIDES, &id, GASPI_BLOCK));
        GASPI_CHECK(gaspi_notify_reset(SEGMENT, id, &value));
        if (value != (gaspi_notification_t)(iteration + 1)) {
            fprintf(stderr, "rank %d: notification %d has value %u in iteration %d\n", topology->rank, (int)id, value, iteration);
            exit(EXIT_FAILURE);
        }
        side = id - which * SIDES;
        if (side == WEST || side == EAST) {
            unpack_column(layout, which, side);
        }
    }
}

void halo_complete(void)
{
    GASPI_CHECK(gaspi_wait(QUEUE, GASPI_BLOCK));
}
