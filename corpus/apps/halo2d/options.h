/* Command-line options of the heat solver. */
#ifndef HALO2D_OPTIONS_H
#define HALO2D_OPTIONS_H

struct Options {
    int points;         /* interior grid points per side of the unit square */
    int max_steps;      /* upper bound of time steps */
    double diffusion;   /* alpha * dt / h^2; stable up to 0.25 */
    double tolerance;   /* stop when no point changes by more than this in one step */
    const char *output; /* prefix of the field files, one per rank; NULL writes none */
};

/* Reads the command line; every rank gets the same argv and so the same options. */
struct Options options_parse(int argc, char **argv);

#endif
