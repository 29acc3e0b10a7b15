/*
 * A symmetric word holds a pointer to a symmetric array. Each process fetches this pointer from its right neighbour and puts through it into
 * the neighbour's array.
 *
 * The neighbour adds up its array at the same time: nothing orders the put before the loads (OpenSHMEM 1.6, 9.5). From 1 process on.
 */
//@ expect: error RMA201 A B
//@ twin: put_through_fetched_pointer_ok.c
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    static double one = 1;
    double sum = 0, **head, *pool, *found;

    shmem_init();
    int right = (shmem_my_pe() + 1) % shmem_n_pes();
    pool = shmem_malloc(8 * sizeof *pool);
    head = shmem_malloc(sizeof *head);
    for (int i = 0; i < 8; i++)
        pool[i] = 0;
    *head = &pool[0];
    shmem_barrier_all();
    shmem_getmem(&found, head, sizeof found, right);
    shmem_barrier_all();
    shmem_double_put(found, &one, 1, right); //@ A
    for (int i = 0; i < 8; i++)
        sum += pool[i]; //@ B
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
