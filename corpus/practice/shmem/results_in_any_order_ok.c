/*
 * A parameter study: in each round every worker simulates one parameter and puts a record of samples into its slot on PE 0, then a fence, then
 * its flag with the number of the round. PE 0 takes the records in the order in which they come: shmem_int_test_any in a loop,
 * with a status array that leaves out the workers it has done with.
 *
 * Race-free. PE 0 reads the slot of the worker whose flag was found; the fence orders the record before the flag (OpenSHMEM 1.6,
 * 9.10, 9.11.1). Only flags with status 0 are tested, so each worker is taken once a round, and the flag of a round does not satisfy
 * the test of the next. The barrier that ends the round orders the loads before the next puts. One PE: no worker, nothing is sent.
 */
//@ expect: none
//@ twin: results_in_any_order_race.c
#include <math.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 256

typedef struct {
    int me;
    int workers;
    double *slot; /* symmetric, [workers][LENGTH], used on PE 0 */
    int *flag;    /* symmetric, [workers], used on PE 0 */
    int *status;  /* private to PE 0: 1 for workers that are done in this round */
} Study;

typedef struct {
    double best;
    int worker;
    int round;
    long polls;
} Summary;

static void study_create(Study *study)
{
    study->me = shmem_my_pe();
    study->workers = shmem_n_pes() - 1;
    study->slot = shmem_malloc((size_t)(study->workers + 1) * LENGTH * sizeof(double));
    study->flag = shmem_calloc((size_t)study->workers + 1, sizeof(int));
    study->status = calloc((size_t)study->workers + 1, sizeof(int));
    if (study->slot == NULL || study->flag == NULL || study->status == NULL) {
        fprintf(stderr, "PE %d: out of memory\n", study->me);
        shmem_global_exit(2);
    }
}

static void study_destroy(Study *study)
{
    free(study->status);
    shmem_free(study->flag);
    shmem_free(study->slot);
}

static void simulate(double parameter, double *sample)
{
    double x = 0.5;

    for (int i = 0; i < LENGTH; i++) {
        x = parameter * x * (1.0 - x);
        sample[i] = x;
    }
}

static void work(const Study *study, int round)
{
    double sample[LENGTH];
    const int worker = study->me - 1;

    simulate(2.5 + fmod(0.01 * (round * study->workers + worker), 1.5), sample);
    shmem_double_put(study->slot + (size_t)worker * LENGTH, sample, LENGTH, 0); //@ PUT
    shmem_fence();
    shmem_int_atomic_set(&study->flag[worker], round + 1, 0);
}

static double spread(const double *sample)
{
    double mean = 0.0, square = 0.0;

    for (int i = 0; i < LENGTH; i++) {
        const double x = sample[i]; //@ LOAD

        mean += x / LENGTH;
        square += x * x / LENGTH;
    }
    return square - mean * mean;
}

static int next_worker(Study *study, int round, Summary *summary)
{
    for (;;) {
        const size_t found = shmem_int_test_any(study->flag, (size_t)study->workers, study->status, SHMEM_CMP_EQ, round + 1);

        if (found != SIZE_MAX) {
            study->status[found] = 1;
            return (int)found;
        }
        summary->polls++;
    }
}

static void collect(Study *study, int round, Summary *summary)
{
    memset(study->status, 0, (size_t)study->workers * sizeof(int));
    for (int done = 0; done < study->workers; done++) {
        const int worker = next_worker(study, round, summary);
        const double value = spread(study->slot + (size_t)worker * LENGTH);

        if (value > summary->best) {
            summary->best = value;
            summary->worker = worker;
            summary->round = round;
        }
    }
}

int main(int argc, char **argv)
{
    Summary summary = {-1.0, -1, -1, 0};
    int rounds = 20, quiet = 0;
    Study study;

    shmem_init();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-q") == 0)
            quiet = 1;
        else
            rounds = atoi(argv[i]);
    }
    if (rounds < 1 || rounds > 100000) {
        fprintf(stderr, "usage: %s [-q] [rounds]\n", argv[0]);
        shmem_global_exit(1);
    }
    study_create(&study);

    for (int round = 0; round < rounds; round++) {
        if (study.me == 0)
            collect(&study, round, &summary);
        else
            work(&study, round);
        shmem_barrier_all();
    }

    if (study.me == 0 && !quiet)
        printf("largest spread %g by worker %d in round %d, %ld polls in vain\n", summary.best, summary.worker, summary.round, summary.polls);
    study_destroy(&study);
    shmem_finalize();
    return 0;
}
