/*
 * Blocks are kept on a storage PE, not on the one that uses them: each PE puts its block of the step onto its right neighbour (its
 * storage) and tells the PE two to the right that it may fetch it there. The consumer gets the block from the storage, checks it
 * and acknowledges to the producer, which waits for that before the next step.
 *
 * Race-free. shmem_quiet completes the block at the storage before the signal to the consumer (OpenSHMEM 1.6, 9.11.2), which
 * gets it behind its wait (9.10). The get is over at return (9.6.5), the acknowledgement follows, and the producer puts the next
 * block behind its wait for that. Each producer has a slot of its own. Signals of a word come from one PE with one operator.
 */
//@ expect: none
//@ twin: block_store_quiet_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int me;
    int npes;
    int storage;  /* keeps my blocks */
    int consumer; /* uses them */
    int producer; /* makes those that I use */
    long length;
} Roles;

typedef struct {
    long *slot;      /* symmetric, [npes][length]: blocks that are kept here, by producer */
    uint64_t *ready; /* symmetric: the last step whose block I may fetch */
    uint64_t *taken; /* symmetric: the last step whose block my consumer has fetched */
    long *mine;      /* private */
    long *fetched;   /* private */
} Store;

static Roles roles_of(long length)
{
    Roles roles;

    roles.me = shmem_my_pe();
    roles.npes = shmem_n_pes();
    roles.storage = (roles.me + 1) % roles.npes;
    roles.consumer = (roles.me + 2) % roles.npes;
    roles.producer = (roles.me + roles.npes - 2) % roles.npes;
    roles.length = length;
    return roles;
}

static int store_create(Store *store, const Roles *roles)
{
    store->slot = shmem_calloc((size_t)roles->npes * (size_t)roles->length, sizeof(long));
    store->ready = shmem_calloc(1, sizeof(uint64_t));
    store->taken = shmem_calloc(1, sizeof(uint64_t));
    store->mine = malloc((size_t)roles->length * sizeof(long));
    store->fetched = malloc((size_t)roles->length * sizeof(long));
    return store->slot != NULL && store->ready != NULL && store->taken != NULL && store->mine != NULL &&
                   store->fetched != NULL
               ? 0
               : -1;
}

static void store_destroy(Store *store)
{
    free(store->fetched);
    free(store->mine);
    shmem_free(store->taken);
    shmem_free(store->ready);
    shmem_free(store->slot);
}

static long value_of(int pe, int step, long i)
{
    return (long)pe * 1000000 + step * 1000 + i % 1000;
}

static void publish(Store *store, const Roles *roles, int step)
{
    for (long i = 0; i < roles->length; i++)
        store->mine[i] = value_of(roles->me, step, i);
    if (step > 0)
        shmem_signal_wait_until(store->taken, SHMEM_CMP_GE, (uint64_t)step);
    shmem_long_put(store->slot + (long)roles->me * roles->length, store->mine, (size_t)roles->length, roles->storage); //@ PUT
    shmem_quiet();
    shmem_signal_set(store->ready, (uint64_t)step + 1, roles->consumer);
}

static long consume(Store *store, const Roles *roles, int step)
{
    const int keeper = (roles->producer + 1) % roles->npes;
    long wrong = 0;

    shmem_signal_wait_until(store->ready, SHMEM_CMP_GE, (uint64_t)step + 1);
    shmem_long_get(store->fetched, store->slot + (long)roles->producer * roles->length, (size_t)roles->length, keeper); //@ GET
    shmem_signal_set(store->taken, (uint64_t)step + 1, roles->producer);
    for (long i = 0; i < roles->length; i++)
        wrong += store->fetched[i] != value_of(roles->producer, step, i);
    return wrong;
}

static void usage(const char *program)
{
    if (shmem_my_pe() == 0)
        fprintf(stderr, "usage: %s [--length n] [--steps n], on three PEs or more\n", program);
    shmem_global_exit(1);
}

int main(int argc, char **argv)
{
    static long wrong, all_wrong;
    long length = 1024;
    int steps = 50;
    Roles roles;
    Store store;

    shmem_init();
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--length") == 0)
            length = atol(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--steps") == 0)
            steps = atoi(argv[++i]);
        else
            usage(argv[0]);
    }
    if (length < 1 || length > 1L << 24 || steps < 1 || shmem_n_pes() < 3)
        usage(argv[0]);
    roles = roles_of(length);
    if (store_create(&store, &roles) != 0)
        shmem_global_exit(2);

    for (int step = 0; step < steps; step++) {
        publish(&store, &roles, step);
        wrong += consume(&store, &roles, step);
    }
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &all_wrong, &wrong, 1);
    if (roles.me == 0)
        printf("%d steps, %ld values wrong\n", steps, all_wrong);

    store_destroy(&store);
    shmem_finalize();
    return all_wrong != 0;
}
