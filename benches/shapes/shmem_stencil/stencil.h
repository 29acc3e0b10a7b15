#ifndef STENCIL_H
#define STENCIL_H

#include <shmem.h>
#include <stddef.h>
#include <stdint.h>

enum Side { NORTH, SOUTH, WEST, EAST, SIDES };

typedef struct {
    int rows; /* inner points of the whole grid */
    int cols;
    int iterations;
    int check_every;
    double tolerance;
    int pe_rows;
    int pe_cols;
    int verbose;
} Config;

/* The part of one PE, with a frame of one point around it. */
typedef struct {
    int me;
    int npes;
    int pe_row;
    int pe_col;
    int neighbour[SIDES]; /* -1 at the edge of the grid */
    int first_row;
    int first_col;
    int rows;
    int cols;
    int pitch;
    int max_rows; /* over all PEs: symmetric memory has the same size everywhere */
    int max_cols;
    double *now;
    double *next;
} Part;

/* What comes from the neighbours. Even and odd iterations have places and signals of their own. */
typedef struct {
    int length;         /* of one piece */
    double *arrivals;   /* [2][SIDES][length], symmetric */
    uint64_t *signals;  /* [2][SIDES], symmetric */
    double *departures; /* [SIDES][length], symmetric */
} Halo;

typedef struct {
    double exchange;
    double compute;
    double check;
} Times;

void die(const char *file, int line, const char *what);
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            die(__FILE__, __LINE__, #condition);                                                                       \
        }                                                                                                              \
    } while (0)

double wall_time(void);

void part_create(Part *part, const Config *config);
void part_free(Part *part);
void part_init(Part *part, const Config *config);
double exact(const Config *config, int row, int col);
static inline double *part_at(double *grid, const Part *part, int row, int col)
{
    return &grid[(ptrdiff_t)(row + 1) * part->pitch + (col + 1)];
}

void halo_create(Halo *halo, const Part *part);
void halo_free(Halo *halo);
void halo_send(Halo *halo, const Part *part, int iteration);
void halo_receive(const Halo *halo, const Part *part, int iteration);
void halo_complete(const Halo *halo);

#endif
