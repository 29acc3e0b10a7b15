/*
 * Two handles in turn: the thread of a step is waited for two steps later, before the barrier behind which the neighbour puts to the cell
 * that it reads. The other thread, which may still run, reads the other cell (OpenSHMEM 1.5, 9.5.1, 9.12.1).
 */
//@ expect: none
//@ twin: handles_in_turn_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static long cells[2], sums[6];

static void *add(void *arg)
{
    long step = (long)arg, turn = step % 2;
    sums[step] = cells[turn];
    return NULL;
}

int main(void)
{
    int level;
    pthread_t threads[2];
    shmem_init_thread(SHMEM_THREAD_FUNNELED, &level);
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (long step = 0; step < 6; step++) {
        long turn = step % 2;
        if (step >= 2)
            pthread_join(threads[turn], NULL);
        shmem_barrier_all();
        if (me + 1 < n)
            shmem_long_p(&cells[turn], step, me + 1);
        shmem_barrier_all();
        pthread_create(&threads[turn], NULL, add, (void *)step);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%ld\n", sums[0] + sums[1]);
    shmem_finalize();
    return 0;
}
