#ifndef RING_H
#define RING_H

#include "bodies.h"

/* Forces of all bodies of all ranks on the own ones. Positions must not change meanwhile. */
void ring_forces(struct Bodies *b, int rank, int size);

#endif
