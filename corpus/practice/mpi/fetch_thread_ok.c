/* Samples that every process has recorded are analysed by its left neighbour, block by block. A helper thread fetches the
 * block while the main thread computes the weights for it; then the main thread applies the weights to the block.
 *
 * usage: fetch_thread [blocks [samples of a block]]
 *
 * Race-free: the helper thread completes its get (flush, 12.5.4) before it ends, and the main thread joins it before it
 * reads the block. The samples do not change any more. The library must grant MPI_THREAD_MULTIPLE.
 */
//@ expect: none
//@ twin: fetch_thread_race.c
#include <pthread.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

struct record {
    MPI_Comm comm;
    int rank, size;
    int blocks, samples;
    double *own; /* window memory, blocks * samples */
    MPI_Win win;
};

/* What the helper thread has to do. */
struct job {
    const struct record *record;
    int owner;
    int block;
    double *to;
    pthread_t thread;
};

static double sample(int rank, int block, int i)
{
    return (double)(rank + 1) + 0.125 * (double)(block % 8) + (double)(i % 4);
}

static void record_create(struct record *r, int blocks, int samples, MPI_Comm comm)
{
    r->comm = comm;
    r->blocks = blocks;
    r->samples = samples;
    CHECK(MPI_Comm_rank(comm, &r->rank));
    CHECK(MPI_Comm_size(comm, &r->size));
    CHECK(MPI_Win_allocate((MPI_Aint)blocks * samples * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm,
                           &r->own, &r->win));
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < samples; i++)
            r->own[(size_t)block * (size_t)samples + (size_t)i] = sample(r->rank, block, i);
    CHECK(MPI_Win_lock_all(0, r->win));
    CHECK(MPI_Win_sync(r->win));
    CHECK(MPI_Barrier(comm));
}

static void record_destroy(struct record *r)
{
    CHECK(MPI_Win_unlock_all(r->win));
    CHECK(MPI_Win_free(&r->win));
}

static void *fetch(void *argument)
{
    const struct job *job = argument;
    const struct record *r = job->record;
    const MPI_Aint place = (MPI_Aint)job->block * r->samples;

    CHECK(MPI_Get(job->to, r->samples, MPI_DOUBLE, job->owner, place, r->samples, MPI_DOUBLE, r->win));
    CHECK(MPI_Win_flush(job->owner, r->win));
    return NULL;
}

static void start_job(struct job *job)
{
    if (pthread_create(&job->thread, NULL, fetch, job) != 0) {
        fprintf(stderr, "no thread\n");
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
}

static void finish_job(struct job *job)
{
    if (pthread_join(job->thread, NULL) != 0) {
        fprintf(stderr, "no join\n");
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
}

static void compute_weights(double *weights, int count, int block)
{
    double sum = 0.0;

    for (int i = 0; i < count; i++) {
        weights[i] = 1.0 / (1.0 + (double)((i + block) % 16));
        sum += weights[i];
    }
    for (int i = 0; i < count; i++)
        weights[i] /= sum;
}

static double apply_weights(const double *weights, const double *samples, int count)
{
    double sum = 0.0;

    for (int i = 0; i < count; i++)
        sum += weights[i] * samples[i];
    return sum;
}

static double analyse(const struct record *r, int owner, double *samples, double *weights)
{
    double total = 0.0;

    for (int block = 0; block < r->blocks; block++) {
        struct job job = {.record = r, .owner = owner, .block = block, .to = samples};

        start_job(&job);
        compute_weights(weights, r->samples, block);
        finish_job(&job);
        total += apply_weights(weights, samples, r->samples);
    }
    return total;
}

static double expected(const struct record *r, int owner, double *weights)
{
    double total = 0.0;

    for (int block = 0; block < r->blocks; block++) {
        double sum = 0.0;

        compute_weights(weights, r->samples, block);
        for (int i = 0; i < r->samples; i++)
            sum += weights[i] * sample(owner, block, i);
        total += sum;
    }
    return total;
}

int main(int argc, char **argv)
{
    struct record record;
    int blocks = argc > 1 ? atoi(argv[1]) : 32;
    int samples = argc > 2 ? atoi(argv[2]) : 8192;
    int provided = MPI_THREAD_SINGLE, right, wrong;
    double *block, *weights, start, total;

    CHECK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    if (provided < MPI_THREAD_MULTIPLE || blocks < 1 || blocks > 100000 || samples < 1 || samples > 100000) {
        fprintf(stderr, "usage: fetch_thread [blocks [samples]], with a library for threads\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    block = malloc((size_t)samples * sizeof(double));
    weights = malloc((size_t)samples * sizeof(double));
    if (block == NULL || weights == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    record_create(&record, blocks, samples, MPI_COMM_WORLD);
    right = (record.rank + 1) % record.size;
    start = MPI_Wtime();
    total = analyse(&record, right, block, weights);
    start = MPI_Wtime() - start;
    wrong = total != expected(&record, right, weights);
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, record.comm));
    if (record.rank == 0)
        printf("%d blocks, result %.9f, %.4f s: %s\n", blocks, total, start, wrong == 0 ? "passed" : "FAILED");
    record_destroy(&record);
    free(block);
    free(weights);
    MPI_Finalize();
    return wrong != 0;
}
