#include "stencil.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void die(const char *file, int line, const char *what)
{
    fprintf(stderr, "PE %d: %s:%d: %s\n", shmem_my_pe(), file, line, what);
    shmem_global_exit(1);
}

double wall_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int share_start(int total, int parts, int index)
{
    return (int)((long)total * index / parts);
}

static void choose_grid(const Config *config, int npes, int *pe_rows, int *pe_cols)
{
    if (config->pe_rows > 0) {
        *pe_rows = config->pe_rows;
        *pe_cols = npes / config->pe_rows;
        return;
    }
    *pe_rows = 1;
    for (int r = 1; r * r <= npes; r++) {
        if (npes % r == 0) {
            *pe_rows = r;
        }
    }
    *pe_cols = npes / *pe_rows;
}

void part_create(Part *part, const Config *config)
{
    int pe_rows;
    int pe_cols;
    size_t points;

    part->me = shmem_my_pe();
    part->npes = shmem_n_pes();
    choose_grid(config, part->npes, &pe_rows, &pe_cols);
    REQUIRE(pe_rows * pe_cols == part->npes);
    REQUIRE(config->rows >= pe_rows && config->cols >= pe_cols);

    part->pe_row = part->me / pe_cols;
    part->pe_col = part->me % pe_cols;
    part->neighbour[NORTH] = part->pe_row > 0 ? part->me - pe_cols : -1;
    part->neighbour[SOUTH] = part->pe_row + 1 < pe_rows ? part->me + pe_cols : -1;
    part->neighbour[WEST] = part->pe_col > 0 ? part->me - 1 : -1;
    part->neighbour[EAST] = part->pe_col + 1 < pe_cols ? part->me + 1 : -1;

    part->first_row = share_start(config->rows, pe_rows, part->pe_row);
    part->rows = share_start(config->rows, pe_rows, part->pe_row + 1) - part->first_row;
    part->first_col = share_start(config->cols, pe_cols, part->pe_col);
    part->cols = share_start(config->cols, pe_cols, part->pe_col + 1) - part->first_col;
    part->pitch = part->cols + 2;
    part->max_rows = config->rows / pe_rows + 1;
    part->max_cols = config->cols / pe_cols + 1;

    points = (size_t)(part->rows + 2) * (size_t)part->pitch;
    part->now = calloc(points, sizeof(double));
    part->next = calloc(points, sizeof(double));
    REQUIRE(part->now != NULL && part->next != NULL);
}

void part_free(Part *part)
{
    free(part->next);
    free(part->now);
}

/* A harmonic function, which the iteration converges to. */
double exact(const Config *config, int row, int col)
{
    const double scale = 1.0 / (config->cols > config->rows ? config->cols + 1 : config->rows + 1);
    const double x = scale * (col + 1);
    const double y = scale * (row + 1);

    return x * x - y * y + 0.5 * x * y + 1.0;
}

void part_init(Part *part, const Config *config)
{
    for (int row = -1; row <= part->rows; row++) {
        for (int col = -1; col <= part->cols; col++) {
            const int global_row = part->first_row + row;
            const int global_col = part->first_col + col;
            const int edge = global_row < 0 || global_row == config->rows || global_col < 0 || global_col == config->cols;
            const double value = edge ? exact(config, global_row, global_col) : 0.0;

            *part_at(part->now, part, row, col) = value;
            *part_at(part->next, part, row, col) = value;
        }
    }
}
