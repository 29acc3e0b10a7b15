#ifndef STEP_H
#define STEP_H

#include "block.h"

/* One time step from field `now` into field 1 - now. */
void step(struct Block *b, int now);

#endif
