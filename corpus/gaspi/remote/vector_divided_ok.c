/*
 * Each process sends a vector of 4096 numbers to its right neighbour in equal blocks, whose number stands on the command line; block b has the
 * notification b. The receiver waits for block after block and adds up what is in it.
 *
 * The notification of a write is found when the data of that write have arrived (GASPI 17.1, 8.3), and each block is used behind its own.
 */
//@ expect: none
//@ twin: vector_divided_race.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4096

int main(int argc, char **argv)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t pointer;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    double sum = 0.0;
    int blocks = argc > 1 ? atoi(argv[1]) : 4;

    if (blocks < 1 || blocks > 64 || N % blocks != 0)
        return 1;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    int block = N / blocks;
    gaspi_size_t bytes = block * sizeof(double);
    gaspi_segment_create(0, 2 * N * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    double *vector = pointer;
    gaspi_rank_t right = (rank + 1) % num;

    for (int i = 0; i < N; i++)
        vector[i] = rank + i;
    for (int b = 0; b < blocks; b++)
        gaspi_write_notify(0, b * bytes, right, 0, (blocks + b) * bytes, bytes, b, 1, 0, GASPI_BLOCK);
    for (int b = 0; b < blocks; b++) {
        gaspi_notify_waitsome(0, b, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        for (int i = 0; i < block; i++)
            sum += vector[N + b * block + i];
    }
    gaspi_wait(0, GASPI_BLOCK);
    printf("%f\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
