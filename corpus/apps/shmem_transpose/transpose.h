#ifndef TRANSPOSE_H
#define TRANSPOSE_H
#include <shmem.h>
#include <stdint.h>

#define ROWS 8
#define BLOCK (ROWS * ROWS)
#define STEPS 10

/* Blocks that have come, by the process that they came from. */
extern double *arrived;
/* The number of the step whose block has come, by process. */
extern uint64_t *told;

/* Sends block `p` of `blocks` to process `p`, and returns when all blocks of this step have come. */
void exchange(const double *blocks, int step);
/* The blocks of this step have been read. */
void release(void);
#endif
