/* Damped Jacobi iteration, racy version: the product is formed before the gets are complete. */
#include "solver.h"
#include "check.h"

#include <math.h>

int solve(const struct Matrix *m, struct Gather *g, int max_steps, double tolerance, double *residual, MPI_Comm comm)
{
    double *product = xcalloc((size_t)m->rows, sizeof *product);
    int step;

    *residual = 0.0;
    for (step = 0; step < max_steps; step++) {
        double worst = 0.0;

        gather_start(g);
        matrix_apply(m, g->x, product);
        gather_finish(g);
        for (int i = 0; i < m->rows; i++) {
            double defect = 1.0 - product[i];
            g->x[i] += 0.8 * defect / m->value[m->row_start[i]];
            worst = fmax(worst, fabs(defect));
        }
        MPI_CHECK(MPI_Allreduce(&worst, residual, 1, MPI_DOUBLE, MPI_MAX, comm));
        if (*residual < tolerance)
            break;
    }
    free(product);
    return step;
}
