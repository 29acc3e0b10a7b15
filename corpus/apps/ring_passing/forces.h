/* The sequential part: bodies on a line that repel each other. */
#ifndef RING_PASSING_FORCES_H
#define RING_PASSING_FORCES_H

/* Places `count` bodies of rank `rank`; all places are different. */
void forces_place(double *places, int count, int rank);

/* Adds to `forces` what the bodies at `others` do to those at `places`; a body does nothing to itself. */
void forces_add(double *forces, const double *places, const double *others, int count);

double forces_sum(const double *forces, int count);
double forces_largest(const double *forces, int count);

/* Moves the bodies a little along the forces. */
void forces_move(double *places, const double *forces, int count, double step);

#endif
