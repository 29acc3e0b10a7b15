#ifndef HALO_H
#define HALO_H

#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define GASPI_CHECK(call)                                                                                              \
    do {                                                                                                               \
        const gaspi_return_t check_result_ = (call);                                                                   \
        if (check_result_ != GASPI_SUCCESS) {                                                                          \
            fprintf(stderr, "%s:%d: %s returned %d\n", __FILE__, __LINE__, #call, (int)check_result_);                 \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

enum Side { NORTH, SOUTH, WEST, EAST, SIDES };

enum { SEGMENT = 0, QUEUE = 0 };

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t size;
    int grid_rows;
    int grid_cols;
    int row;
    int col;
    int neighbour[SIDES]; /* -1: none */
    int neighbours;
} Topology;

/* What lies in the segment: two grids, each with a frame, and pieces of columns that leave and that come, two of each. All
 * processes have the same sizes. */
typedef struct {
    int rows;
    int cols;
    int pitch;
    double *base;
    gaspi_offset_t grid[2];        /* in doubles */
    gaspi_offset_t leaving[2][2];  /* [parity][0: west, 1: east] */
    gaspi_offset_t coming[2][2];
    gaspi_size_t total;
} Layout;

void topology_create(Topology *topology, int grid_rows);

void layout_create(Layout *layout, int rows, int cols);
void layout_free(Layout *layout);
static inline double *layout_at(const Layout *layout, int which, int row, int col)
{
    return layout->base + layout->grid[which] + (gaspi_offset_t)(row * layout->pitch + col);
}

/* Sends the border of grid `iteration % 2` to all neighbours. */
void halo_send(const Layout *layout, const Topology *topology, int iteration);
/* Waits for what the neighbours send in this iteration, and completes the frame of the grid. */
void halo_receive(const Layout *layout, const Topology *topology, int iteration);
/* The border may be changed. */
void halo_complete(void);

#endif
