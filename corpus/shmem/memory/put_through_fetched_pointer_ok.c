/*
 * A symmetric word holds a pointer to a symmetric array. Each process fetches this pointer from its right neighbour and puts through it into
 * the neighbour's array.
 *
 * A barrier stands between the put and the loads (OpenSHMEM 1.6, 9.9.1).
 */
//@ expect: none
//@ twin: put_through_fetched_pointer_race.c
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
    shmem_double_put(found, &one, 1, right);
    shmem_barrier_all();
    for (int i = 0; i < 8; i++)
        sum += pool[i];
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
