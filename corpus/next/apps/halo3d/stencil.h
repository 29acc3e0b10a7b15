#ifndef STENCIL_H
#define STENCIL_H

#include "block.h"

/* Both read `in` and write the interior of `out`. */
void stencil_inner(const struct Block *b, const double *in, double *out); /* points that need no ghosts */
void stencil_rim(const struct Block *b, const double *in, double *out);   /* the others */
double stencil_norm(const struct Block *b, const double *in);

#endif
