/*
 * Sample sort with the collectives of OpenSHMEM 1.4 over an active set of all PEs, each with a pSync of its own: splitters by fcollect
 * of samples, a matrix of counts by fcollect, then each PE puts its buckets at the places that follow from the matrix, and sorts what it has
 * received.
 *
 * The race: shmem_sync over the active set instead of shmem_barrier. It synchronises, but completes no put (OpenSHMEM 1.6, 9.9.2).
 * PE 0 puts its bucket for PE 1 and synchronises, PE 1 comes out and sorts while the put is on the way: the places of that
 * bucket on PE 1. One PE does it to itself as well. The received counts take part: a warning.
 */
//@ expect: warning RMA201 PUT LOAD
//@ twin: samplesort_active_set_ok.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 16

typedef struct {
    int me;
    int npes;
    long count;        /* keys on each PE at the start */
    long capacity;     /* keys that fit in the inbox */
    long *keys;        /* private */
    long *bucket_of;   /* private: first key of each bucket in keys, npes + 1 */
    long *samples;     /* symmetric, [SAMPLES] */
    long *all_samples; /* symmetric, [npes][SAMPLES] */
    long *counts;      /* symmetric, [npes]: my bucket sizes */
    long *matrix;      /* symmetric, [npes][npes]: matrix[s][d] keys go from s to d */
    long *inbox;       /* symmetric, [capacity] */
} Sort;

static long sync_samples[SHMEM_COLLECT_SYNC_SIZE];
static long sync_counts[SHMEM_COLLECT_SYNC_SIZE];
static long sync_exchange[SHMEM_BARRIER_SYNC_SIZE];

static void prepare_sync(long *sync, int size)
{
    for (int i = 0; i < size; i++)
        sync[i] = SHMEM_SYNC_VALUE;
}

static int compare(const void *a, const void *b)
{
    const long x = *(const long *)a, y = *(const long *)b;

    return (x > y) - (x < y);
}

static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "PE %d: out of memory\n", shmem_my_pe());
        shmem_global_exit(2);
    }
    return memory;
}

static void sort_create(Sort *sort, long count)
{
    const size_t npes = (size_t)shmem_n_pes();
    uint64_t state = 12345 + 6789 * (uint64_t)shmem_my_pe();

    sort->me = shmem_my_pe();
    sort->npes = shmem_n_pes();
    sort->count = count;
    sort->capacity = count * sort->npes;
    sort->keys = need(malloc((size_t)count * sizeof(long)));
    sort->bucket_of = need(malloc((npes + 1) * sizeof(long)));
    sort->samples = need(shmem_malloc(SAMPLES * sizeof(long)));
    sort->all_samples = need(shmem_malloc(npes * SAMPLES * sizeof(long)));
    sort->counts = need(shmem_malloc(npes * sizeof(long)));
    sort->matrix = need(shmem_malloc(npes * npes * sizeof(long)));
    sort->inbox = need(shmem_malloc((size_t)sort->capacity * sizeof(long)));
    for (long i = 0; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        sort->keys[i] = (long)(state >> 34);
    }
    qsort(sort->keys, (size_t)count, sizeof(long), compare);
}

static void sort_destroy(Sort *sort)
{
    shmem_free(sort->inbox);
    shmem_free(sort->matrix);
    shmem_free(sort->counts);
    shmem_free(sort->all_samples);
    shmem_free(sort->samples);
    free(sort->bucket_of);
    free(sort->keys);
}

static void choose_buckets(Sort *sort)
{
    long next = 0;

    for (int i = 0; i < SAMPLES; i++)
        sort->samples[i] = sort->keys[sort->count * i / SAMPLES];
    shmem_fcollect64(sort->all_samples, sort->samples, SAMPLES, 0, 0, sort->npes, sync_samples);
    qsort(sort->all_samples, (size_t)sort->npes * SAMPLES, sizeof(long), compare);
    for (int d = 0; d < sort->npes; d++) {
        sort->bucket_of[d] = next;
        while (next < sort->count && (d + 1 == sort->npes || sort->keys[next] < sort->all_samples[(d + 1) * SAMPLES]))
            next++;
        sort->counts[d] = next - sort->bucket_of[d];
    }
    sort->bucket_of[sort->npes] = next;
}

static void exchange(Sort *sort)
{
    shmem_fcollect64(sort->matrix, sort->counts, (size_t)sort->npes, 0, 0, sort->npes, sync_counts);
    for (int d = 0; d < sort->npes; d++) {
        long place = 0;

        for (int s = 0; s < sort->me; s++)
            place += sort->matrix[s * sort->npes + d];
        shmem_long_put(sort->inbox + place, sort->keys + sort->bucket_of[d], (size_t)sort->counts[d], d); //@ PUT
    }
    shmem_sync(0, 0, sort->npes, sync_exchange);
}

static long received(const Sort *sort)
{
    long sum = 0;

    for (int s = 0; s < sort->npes; s++)
        sum += sort->matrix[s * sort->npes + sort->me];
    return sum;
}

/* Insertion into a private array, since the buckets of the senders are sorted already: a merge would do as well. */
static long *merge(const Sort *sort, long count)
{
    long *sorted = need(malloc(((size_t)count + 1) * sizeof(long)));

    for (long i = 0; i < count; i++) {
        const long key = sort->inbox[i]; //@ LOAD
        long j = i;

        for (; j > 0 && sorted[j - 1] > key; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = key;
    }
    return sorted;
}

int main(int argc, char **argv)
{
    long count = 2000;
    Sort sort;

    shmem_init();
    if (argc > 1)
        count = strtol(argv[1], NULL, 0);
    if (count < SAMPLES || count > 1L << 22) {
        fprintf(stderr, "usage: %s [keys, at least %d]\n", argv[0], SAMPLES);
        shmem_global_exit(1);
    }
    prepare_sync(sync_samples, SHMEM_COLLECT_SYNC_SIZE);
    prepare_sync(sync_counts, SHMEM_COLLECT_SYNC_SIZE);
    prepare_sync(sync_exchange, SHMEM_BARRIER_SYNC_SIZE);
    sort_create(&sort, count);
    shmem_barrier_all();

    choose_buckets(&sort);
    exchange(&sort);
    const long mine = received(&sort);
    long *sorted = merge(&sort, mine);
    printf("PE %d: %ld keys from %ld to %ld\n", sort.me, mine, mine > 0 ? sorted[0] : -1, mine > 0 ? sorted[mine - 1] : -1);

    free(sorted);
    shmem_barrier_all();
    sort_destroy(&sort);
    shmem_finalize();
    return 0;
}
