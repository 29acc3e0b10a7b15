/* The sequential part: placing queens on a board of at most 16 x 16 squares so that none attacks another. */
#ifndef STEALING_TASK_H
#define STEALING_TASK_H

#include <stdint.h>

enum { MOST_QUEENS = 16 };

/* The queens of the first `row` rows are placed; the masks tell which columns they attack in the row. */
struct Task {
    uint32_t row, columns, falling, rising;
};

/* Writes one task for each free square of the row; returns how many. */
int task_expand(struct Task task, int queens, struct Task children[MOST_QUEENS]);

/* Number of complete placements that begin like the task. */
int64_t task_count(struct Task task, int queens);

/* The known number of placements, or -1. */
int64_t task_known_result(int queens);

#endif
