/* The sequential part: one step of the adaptive Simpson rule for 1 / ((x - 0.3)^2 + 0.001). */
#ifndef WORKQUEUE_INTEGRATE_H
#define WORKQUEUE_INTEGRATE_H

#include "queue.h"

/* Handles one task: returns 1 and adds to *sum when it is fine enough, else 0 and its two halves. */
int integrate_task(struct Task task, double tolerance, double *sum, struct Task halves[2]);

/* Handles a task with all its parts without a queue. */
double integrate_recursively(struct Task task, double tolerance);

/* The exact integral. */
double integrate_exactly(double left, double right);

#endif
