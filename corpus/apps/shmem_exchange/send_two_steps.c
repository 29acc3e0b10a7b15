#include "exchange.h"

/* The place is fetched and the cursor moved in two steps: two processes take one place. */
void send_block(const int *keys, int pe) {
    long at = shmem_long_atomic_fetch(&cursor, pe);
    shmem_long_atomic_add(&cursor, BLOCK, pe);
    shmem_int_put(arrived + at, keys, BLOCK, pe); //@ PUT
}
