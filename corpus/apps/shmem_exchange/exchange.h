/* Keys are sent to the process that their bucket belongs to. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <shmem.h>

#define BLOCK 16
#define BLOCKS 64
#define CAPACITY (BLOCK * BLOCKS * 64)

/* Blocks of keys that have come in, and where the next goes. */
extern int *arrived;
extern long cursor;

/* Sends one block of keys to a process. */
void send_block(const int *keys, int pe);

#endif
