// The store comes after the thread that puts the variable has been joined (OpenSHMEM 1.5, 9.6.1).
//
//@ expect: none
//@ twin: put_by_a_thread_joined_race.c
#include <shmem.h>
#include <stdio.h>
#include <pthread.h>

static long mailbox;
static long parcel;
static int partner;

static void *sender(void *unused)
{
    (void)unused;
    shmem_long_put(&mailbox, &parcel, 1, partner);
    return NULL;
}

int main(void)
{
    int level;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
    partner = (shmem_my_pe() + 1) % shmem_n_pes();
    parcel = 1;
    pthread_create(&thread, NULL, sender, NULL);
    pthread_join(thread, NULL);
    parcel = 2;
    shmem_barrier_all();
    printf("%ld %ld\n", mailbox, parcel);
    shmem_finalize();
    return 0;
}
