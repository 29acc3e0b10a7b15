/* Heat conduction on a plate that is cut into strips of rows. */
#ifndef HEAT_H
#define HEAT_H

#include <shmem.h>

#define ROWS 32
#define COLUMNS 64

/* Two states of the own strip, each with a border row above and below. */
extern double plate[2][ROWS + 2][COLUMNS];

/* Who has neighbours above and below. */
typedef struct {
    int me, n;
} place;

void step(int from, int to);
void start_exchange(const place *here, int iteration, int to);
void finish_exchange(const place *here, int iteration);

#endif
