#include "stencil.h"

static void update(const struct Block *b, const double *in, double *out, int i, int j, int k)
{
    double sum = in[at(b, i - 1, j, k)] + in[at(b, i + 1, j, k)] + in[at(b, i, j - 1, k)] + in[at(b, i, j + 1, k)] +
                 in[at(b, i, j, k - 1)] + in[at(b, i, j, k + 1)];

    out[at(b, i, j, k)] = 0.4 * in[at(b, i, j, k)] + 0.1 * sum; //@ UPDATE
}

void stencil_inner(const struct Block *b, const double *in, double *out)
{
    for (int i = 2; i < b->n[0]; i++)
        for (int j = 2; j < b->n[1]; j++)
            for (int k = 2; k < b->n[2]; k++)
                update(b, in, out, i, j, k);
}

void stencil_rim(const struct Block *b, const double *in, double *out)
{
    for (int i = 1; i <= b->n[0]; i++)
        for (int j = 1; j <= b->n[1]; j++)
            for (int k = 1; k <= b->n[2]; k++) {
                int rim = i == 1 || i == b->n[0] || j == 1 || j == b->n[1] || k == 1 || k == b->n[2];
                if (rim)
                    update(b, in, out, i, j, k);
            }
}

double stencil_norm(const struct Block *b, const double *in)
{
    double sum = 0.0;

    for (int i = 1; i <= b->n[0]; i++)
        for (int j = 1; j <= b->n[1]; j++)
            for (int k = 1; k <= b->n[2]; k++)
                sum += in[at(b, i, j, k)] * in[at(b, i, j, k)];
    return sum;
}
