/*
 * A lock is tried.
 *
 * It is tried until it is taken.
 */
//@ expect: none
//@ twin: test_lock_ignored.c
#include <shmem.h>

static long lock;
static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    while (shmem_test_lock(&lock) != 0)
        ;
    shmem_int_p(&x, me, 0);
        shmem_clear_lock(&lock);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
