/*
 * A lock is tried.
 *
 * Whether shmem_test_lock has taken the lock is not looked at (OpenSHMEM 1.6, 9.12.1: it returns 1 where another
 * process has the lock).
 */
//@ expect: error RMA203 A A
//@ twin: test_lock_until_taken.c
#include <shmem.h>

static long lock;
static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int busy = shmem_test_lock(&lock);
    shmem_int_p(&x, me, 0); //@ A
    if (!busy)
        shmem_clear_lock(&lock);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
