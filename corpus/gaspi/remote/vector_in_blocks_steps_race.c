/*
 * In each step every process refills its vector and sends it to its right neighbour in blocks, whose number stands on the command line; block b has
 * the notification b. The receiver waits for block after block and adds up what is in it. A barrier ends the step.
 *
 * Behind the notification of block b the next block is used, which may still be under way (GASPI 17.1, 8.3). Happens with two blocks or more.
 */
//@ expect: error RMA201 WRITE LOAD
//@ twin: vector_in_blocks_steps_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 128
#define STEPS 10

int main(int argc, char **argv)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t pointer;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    double sum = 0.0;
    int blocks = argc > 1 ? atoi(argv[1]) : 4;

    if (blocks < 1 || blocks > 64)
        return 1;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    int n = blocks * BLOCK;
    gaspi_size_t bytes = BLOCK * sizeof(double);
    gaspi_segment_create(0, 2 * blocks * bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    double *vector = pointer;
    gaspi_rank_t right = (rank + 1) % num;

    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < n; i++)
            vector[i] = step + i;
        for (int b = 0; b < blocks; b++)
            gaspi_write_notify(0, b * bytes, right, 0, (blocks + b) * bytes, bytes, b, 1, 0, GASPI_BLOCK); //@ WRITE
        for (int b = 0; b < blocks; b++) {
            gaspi_notify_waitsome(0, b, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            for (int i = 0; i < BLOCK; i++)
                sum += vector[n + (b + 1) % blocks * BLOCK + i]; //@ LOAD
        }
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    printf("%f\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
