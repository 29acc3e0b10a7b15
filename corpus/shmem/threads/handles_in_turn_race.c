/*
 * As the twin, but a thread is waited for three steps later: it may still read its cell when the neighbour puts there the next time
 * (OpenSHMEM 1.5, 9.5.1).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: handles_in_turn_ok.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static long cells[2], sums[6];

static void *add(void *arg)
{
    long step = (long)arg, turn = step % 2;
    sums[step] = cells[turn]; //@ LOAD
    return NULL;
}

int main(void)
{
    int level;
    pthread_t threads[3];
    shmem_init_thread(SHMEM_THREAD_FUNNELED, &level);
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (long step = 0; step < 6; step++) {
        long turn = step % 2;
        if (step >= 3)
            pthread_join(threads[step % 3], NULL);
        shmem_barrier_all();
        if (me + 1 < n)
            shmem_long_p(&cells[turn], step, me + 1); //@ PUT
        shmem_barrier_all();
        pthread_create(&threads[step % 3], NULL, add, (void *)step);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%ld\n", sums[0] + sums[1]);
    shmem_finalize();
    return 0;
}
