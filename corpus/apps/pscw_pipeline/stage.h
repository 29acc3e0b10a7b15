/*
 * One stage of a pipeline of ranks. A block of values comes from the stage before, is transformed and goes to the stage
 * behind. The inbox is exposed to the stage before only (post and wait); the inbox of the stage behind is accessed
 * between start and complete.
 */
#ifndef PIPELINE_STAGE_H
#define PIPELINE_STAGE_H

#include <mpi.h>

struct Stage {
    int rank, size;
    int length;       /* values in a block */
    MPI_Win win;
    double *inbox;    /* window memory, `length` values */
    double *block;    /* private: the block in work */
    MPI_Group before; /* MPI_GROUP_NULL for the first stage */
    MPI_Group behind; /* MPI_GROUP_NULL for the last stage */
    double waited;    /* seconds spent in synchronisation */
};

/* stage.c; create and destroy are collective */
void stage_create(struct Stage *stage, int length, MPI_Comm comm);
void stage_destroy(struct Stage *stage);
int stage_is_first(const struct Stage *stage);
int stage_is_last(const struct Stage *stage);
void stage_expose(struct Stage *stage);
void stage_close(struct Stage *stage);
void stage_send(struct Stage *stage);

/* flow_*.c: takes block number `number` of `blocks` into stage->block, not for the first stage */
void stage_receive(struct Stage *stage, int number, int blocks);

/* work.c: what the stages do */
void work_make(double *block, int length, int number);
void work_apply(double *block, int length, int rank);
double work_sum(const double *block, int length);
double work_expected(int length, int blocks, int stages);

#endif
