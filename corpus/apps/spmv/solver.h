#ifndef SOLVER_H
#define SOLVER_H

#include "gather.h"
#include "matrix.h"

/* Returns the number of steps made; `*residual` is the maximum norm of the last defect. */
int solve(const struct Matrix *m, struct Gather *g, int max_steps, double tolerance, double *residual, MPI_Comm comm);

#endif
