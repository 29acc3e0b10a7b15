#include "stencil.h"
#include <string.h>

static const int opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};

static double *arrivals(const Halo *halo, int parity, int side)
{
    return halo->arrivals + (size_t)(parity * SIDES + side) * (size_t)halo->length;
}

static uint64_t *signal_of(const Halo *halo, int parity, int side)
{
    return &halo->signals[parity * SIDES + side];
}

void halo_create(Halo *halo, const Part *part)
{
    halo->length = part->max_rows > part->max_cols ? part->max_rows : part->max_cols;
    halo->arrivals = shmem_malloc(2 * SIDES * (size_t)halo->length * sizeof(double));
    halo->departures = shmem_malloc(SIDES * (size_t)halo->length * sizeof(double));
    halo->signals = shmem_calloc(2 * SIDES, sizeof(uint64_t));
    REQUIRE(halo->arrivals != NULL && halo->departures != NULL && halo->signals != NULL);
}

void halo_free(Halo *halo)
{
    shmem_free(halo->signals);
    shmem_free(halo->departures);
    shmem_free(halo->arrivals);
}

static int length_of(const Part *part, int side)
{
    return side == NORTH || side == SOUTH ? part->cols : part->rows;
}

static void pack(double *into, const Part *part, int side)
{
    const int length = length_of(part, side);

    for (int i = 0; i < length; i++) {
        int row = i;
        int col = i;

        switch (side) {
        case NORTH:
            row = 0;
            break;
        case SOUTH:
            row = part->rows - 1;
            break;
        case WEST:
            col = 0;
            break;
        default:
            col = part->cols - 1;
            break;
        }
        into[i] = *part_at(part->now, part, row, col); //@ PACK
    }
}

void halo_send(Halo *halo, const Part *part, int iteration)
{
    const int parity = iteration & 1;

    for (int side = 0; side < SIDES; side++) {
        double *from = halo->departures + (size_t)side * (size_t)halo->length;
        const int to = part->neighbour[side];

        if (to < 0) {
            continue;
        }
        pack(from, part, side);
        shmem_double_put_signal_nbi(arrivals(halo, parity, opposite[side]), from, (size_t)length_of(part, side), signal_of(halo, parity, opposite[side]), (uint64_t)iteration, SHMEM_SIGNAL_SET, to); //@ PUT
    }
}

static void unpack(const double *from, const Part *part, int side)
{
    const int length = length_of(part, side);

    switch (side) {
    case NORTH:
        memcpy(part_at(part->now, part, -1, 0), from, (size_t)length * sizeof *from);
        break;
    case SOUTH:
        memcpy(part_at(part->now, part, part->rows, 0), from, (size_t)length * sizeof *from);
        break;
    case WEST:
        for (int i = 0; i < length; i++) {
            *part_at(part->now, part, i, -1) = from[i];
        }
        break;
    default:
        for (int i = 0; i < length; i++) {
            *part_at(part->now, part, i, part->cols) = from[i];
        }
        break;
    }
}

void halo_receive(const Halo *halo, const Part *part, int iteration)
{
    const int parity = iteration & 1;

    for (int side = 0; side < SIDES; side++) {
        if (part->neighbour[side] < 0) {
            continue;
        }
        shmem_signal_wait_until(signal_of(halo, parity, side), SHMEM_CMP_GE, (uint64_t)iteration);
        unpack(arrivals(halo, parity, side), part, side);
    }
}

void halo_complete(const Halo *halo)
{
    (void)halo;
    shmem_quiet();
}
