#include "exchange.h"
#include <stdio.h>
#include <stdlib.h>

int *arrived;
long cursor;

/* Keys that wait for a full block, by process. */
static int waiting[64][BLOCK];
static int filled[64];

static void add(int key, int pe) {
    waiting[pe][filled[pe]++] = key;
    if (filled[pe] == BLOCK) {
        send_block(waiting[pe], pe);
        filled[pe] = 0;
    }
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    arrived = shmem_malloc(CAPACITY * sizeof(int));

    srand(me + 1);
    for (int i = 0; i < BLOCK * BLOCKS; i++) {
        int key = rand();
        add(key, key % n);
    }
    shmem_barrier_all();

    long sum = 0;
    for (long i = 0; i < cursor; i++)
        sum += arrived[i];
    printf("%d: %ld keys, sum %ld\n", me, cursor, sum);
    shmem_free(arrived);
    shmem_finalize();
    return 0;
}
