/*
 * Each PE stores a value and then a flag at every PE, itself among them. It waits for all flags and reads the values.
 *
 * Without a fence the value may come after the flag (OpenSHMEM 1.6, 9.11.1), from others and from the PE itself.
 */
//@ expect: error RMA201 A B
//@ twin: flag_to_all_and_itself_ok.c
#include <shmem.h>
#include <stdio.h>

#define MOST 64

static long parts[MOST];
static int there[MOST];

static void tell(int me, int pe)
{
    shmem_long_p(&parts[me], 10 + me, pe); //@ A
    shmem_int_atomic_set(&there[me], 1, pe);
}

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > MOST)
        shmem_global_exit(1);

    for (int p = 0; p < n; p++)
        tell(me, p);
    for (int p = 0; p < n; p++)
        shmem_int_wait_until(&there[p], SHMEM_CMP_EQ, 1);
    long sum = 0;
    for (int p = 0; p < n; p++)
        sum += parts[p]; //@ B
    printf("%ld\n", sum);

    shmem_finalize();
    return 0;
}
