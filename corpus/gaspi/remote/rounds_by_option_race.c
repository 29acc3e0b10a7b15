/*
 * Each process writes its cell to all others, round by round; the number of rounds is an option of the command line. Nothing ends a round.
 *
 * Nobody knows whether another one has read the cells of this round (GASPI 17.1, 8.4.4): the write of the next round may change
 * them under its load. Nor has the earlier write of the same process arrived for certain: gaspi_wait tells of the local side only (8.4.2).
 */
//@ expect: error RMA201 WRITE LOAD
//@ expect: error RMA203 WRITE WRITE
//@ twin: rounds_by_option_ok.c
#include <GASPI.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    gaspi_rank_t rank, size;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    gaspi_pointer_t memory;
    int rounds = 4, sum = 0;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&size);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--rounds=", 9) == 0)
            rounds = atoi(argv[i] + 9);
    gaspi_segment_create(0, size * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &memory);
    int *cell = memory;
    for (int round = 0; round < rounds; round++) {
        cell[rank] = round + rank;
        for (int step = 1; step < size; step++) {
            gaspi_rank_t to = (rank + step) % size;
            gaspi_write_notify(0, rank * sizeof(int), to, 0, rank * sizeof(int), sizeof(int), rank, 1, 0, GASPI_BLOCK); //@ WRITE
        }
        for (int step = 1; step < size; step++) {
            gaspi_rank_t from = (rank + size - step) % size;
            gaspi_notify_waitsome(0, from, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
        }
        for (int i = 0; i < size; i++)
            sum += cell[i]; //@ LOAD
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_proc_term(GASPI_BLOCK);
    return sum == 0;
}
