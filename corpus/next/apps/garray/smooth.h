#ifndef SMOOTH_H
#define SMOOTH_H

#include "ga.h"

/* One smoothing sweep from `from` to `to`, chunk by chunk; `old` has room for chunk + 2, `new` for chunk elements. */
void smooth(ga_t from, ga_t to, long chunk, double *old, double *new);

#endif
